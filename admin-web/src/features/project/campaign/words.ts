import type { TextKey } from '../../../i18n/index.ts'
import type { Campaign } from './api.ts'
import type { Reuse } from './terms-draft.ts'

export type CampaignState = 'archived' | 'ended' | 'paused' | 'unpublished' | 'internal' | 'hidden' | 'public'

type Flags = Pick<Campaign, 'archived' | 'ended' | 'paused' | 'internal' | 'public' | 'artifacts_version'>

/** CA-10: of what is said of a campaign that which counts first. */
export function stateOf(campaign: Flags): CampaignState {
  if (campaign.archived) return 'archived'
  if (campaign.ended) return 'ended'
  if (campaign.paused) return 'paused'
  if (campaign.artifacts_version === 0) return 'unpublished'
  if (campaign.internal) return 'internal'
  return campaign.public ? 'public' : 'hidden'
}

/** CA-29: when a token is good for a campaign again. */
export const reuseTexts = {
  never: 'campaign.reuseNever',
  window: 'campaign.reuseWindow',
  always: 'campaign.reuseAlways',
} as const satisfies Record<Reuse, TextKey>
