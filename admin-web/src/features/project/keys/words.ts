import type { Scope } from '@talad/proto/http/campaign/abilities'
import type { ApiKey } from '@talad/proto/http/campaign/api-keys-admin'
import type { Tone } from '@talad/ui/components/status'
import type { TextKey } from '../../../i18n/index.ts'

/** What each scope lets a program do (CA-6). */
export const scopeTexts = {
  'campaign.read': 'scope.campaignRead',
  'campaign.trigger': 'scope.campaignTrigger',
  'campaign.write': 'scope.campaignWrite',
  'vnft.read': 'scope.vnftRead',
  'vnft.mint': 'scope.vnftMint',
  'coupon.check': 'scope.couponCheck',
  'coupon.consume': 'scope.couponConsume',
  'coupon.write': 'scope.couponWrite',
  'wallet.read': 'scope.walletRead',
  'privilege.read': 'scope.privilegeRead',
} as const satisfies Record<Scope, TextKey>

/** Whether a key counts at a moment. */
export function isUsable({ revoked, expires }: Pick<ApiKey, 'revoked' | 'expires'>, now: number): boolean {
  return revoked === null && (expires === null || Date.parse(expires) > now)
}

/** How it stands with a key. */
export function standing(key: Pick<ApiKey, 'revoked' | 'expires'>, now: number): [Tone, TextKey] {
  if (key.revoked !== null) return ['bad', 'key.revoked']
  return isUsable(key, now) ? ['good', 'key.inUse'] : ['calm', 'key.ended']
}

/** CA-6: a key that only shows what would happen begins so. */
export const isTest = ({ prefix }: Pick<ApiKey, 'prefix'>) => prefix.startsWith('tk_test_')
