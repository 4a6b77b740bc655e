import type { CollectionCheck, VerificationState } from '@talad/proto/http/asset-indexer/assets'
import type { TextKey } from '../../i18n/index.ts'

export const stateTexts = {
  none: 'verification.none',
  needed: 'verification.needed',
  verified: 'verification.verified',
} as const satisfies Record<VerificationState, TextKey>
export const effectTexts = {
  none: 'verification.noneText',
  needed: 'verification.neededText',
  verified: 'verification.verifiedText',
} as const satisfies Record<VerificationState, TextKey>
export const states: readonly VerificationState[] = ['none', 'needed', 'verified']

export const checkTexts = {
  contract_owner: 'verification.contractOwner',
  website: 'verification.website',
  social: 'verification.social',
  identity: 'verification.identity',
  rights: 'verification.rights',
} as const satisfies Record<CollectionCheck, TextKey>
export const checksOf: readonly CollectionCheck[] = [
  ...(['contract_owner', 'website', 'social', 'identity', 'rights'] as const),
]
