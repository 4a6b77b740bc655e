import type { Tone } from '@talad/ui/components/status'
import { shortHash } from '@talad/ui/format/address'
import { formatCount } from '@talad/ui/format/money'
import type { TextKey } from '../../../../i18n/index.ts'
import type { LookedToken, Reason, SlotState, Trigger, TriggerStatus } from './api.ts'

/** CA-33: what each status is called, and what it means. */
export const statusTexts = {
  100: ['wait', 'trigger.pending', 'trigger.pendingText'],
  200: ['bad', 'trigger.fault', 'trigger.faultText'],
  201: ['bad', 'trigger.unmet', 'trigger.unmetText'],
  202: ['wait', 'trigger.nothing', 'trigger.nothingText'],
  300: ['good', 'trigger.would', 'trigger.wouldText'],
  400: ['good', 'trigger.success', 'trigger.successText'],
} as const satisfies Record<TriggerStatus, readonly [Tone, TextKey, TextKey]>

const reasonTexts: Readonly<Record<string, TextKey>> = {
  campaign_ended: 'reason.ended',
  campaign_paused: 'reason.paused',
  campaign_hidden: 'reason.hidden',
  limit_global: 'reason.limitGlobal',
  limit_per_user: 'reason.limitPerUser',
  cooldown: 'reason.cooldown',
  coupon_required: 'reason.couponRequired',
  coupon_not_found: 'reason.couponUnknown',
  coupon_not_started: 'reason.couponNotStarted',
  coupon_ended: 'reason.couponEnded',
  coupon_aged: 'reason.couponAged',
  coupon_exhausted: 'reason.couponExhausted',
  coupon_pending: 'reason.couponPending',
  coupon_cooling_down: 'reason.couponCooling',
  requirement_unmet: 'reason.unmet',
  requirement_unchecked: 'reason.unchecked',
  token_not_owned: 'reason.notOwned',
  token_used: 'reason.used',
  token_suspended: 'reason.suspended',
  supply_exhausted: 'reason.exhausted',
}

export type Sentence = { key: TextKey; values: Record<string, string> }

/** CA-39: what is against a trigger, and what can be done; a code that isn't known yet is shown as it is. */
export function reasonSentence({ code, tag, used, limit }: Reason): Sentence {
  const numbers = { used: formatCount(used ?? 0), limit: formatCount(limit ?? 0) }
  return { key: reasonTexts[code] ?? 'reason.other', values: { code, tag: tag ?? '', ...numbers } }
}

/** A token as people tell it from others. */
export function tokenText({ nft, vnft }: Pick<NonNullable<SlotState['token']>, 'nft' | 'vnft'>): string {
  if (vnft) return `#${vnft.token_id}`
  return nft ? `${nft.blockchain} ${shortHash(nft.contract_address)} #${nft.token_id}` : '–'
}

/** How a slot stands, in one of four ways (CA-27); "couldn't be checked" is not "no". */
export function slotSentence({ state, token, blockchains, have, need }: SlotState): Sentence {
  switch (state) {
    case 'met':
      return { key: 'slot.met', values: { token: token ? tokenText(token) : '–' } }
    case 'connect':
      return { key: 'slot.connect', values: { chains: blockchains.join(', ') } }
    case 'unchecked':
      return { key: 'slot.unchecked', values: {} }
    case 'have':
      return { key: 'slot.have', values: { have: String(have ?? 0), need: String(need ?? 1) } }
  }
}

export const lookTexts = {
  usable: ['good', 'look.usable'],
  unfit: ['bad', 'look.unfit'],
  unchecked: ['wait', 'slot.isUnchecked'],
  not_owned: ['bad', 'look.notOwned'],
  suspended: ['bad', 'look.suspended'],
  minting: ['wait', 'look.minting'],
  used: ['wait', 'look.used'],
} as const satisfies Record<LookedToken['state'], readonly [Tone, TextKey]>

export const slotTexts = {
  met: ['good', 'slot.isMet'],
  connect: ['wait', 'slot.isConnect'],
  unchecked: ['wait', 'slot.isUnchecked'],
  have: ['bad', 'slot.isHave'],
} as const satisfies Record<SlotState['state'], readonly [Tone, TextKey]>

/** CA-42: a success may be taken back once, where nothing was done with what it gave. */
export const mayRelease = ({ status, dry, released }: Trigger) => status === 400 && !dry && released === null
