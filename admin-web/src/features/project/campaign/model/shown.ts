import { draftReward, openCampaign } from '@talad/proto/http/campaign/campaign-shapes'
import type { Campaign } from '../api.ts'
import { fromModelDraft, type ModelDraft } from './draft.ts'

const { requirements: wanted } = openCampaign.shape.artifacts.shape
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Which collection an item is in is not drawn. */
const NO_COLLECTION = '0'.repeat(24)

/** A campaign as a draft would make it: what isn't filled in yet is left out. */
export function shownCampaign(campaign: Campaign, draft: ModelDraft): Campaign {
  const { requirements, rewards } = fromModelDraft(draft)
  const asked = list(requirements).flatMap((one) => wanted.element.safeParse(one).data ?? [])
  const given = list(rewards).flatMap((one) => draftReward.safeParse(one).data ?? [])
  return {
    ...campaign,
    artifacts: {
      tags: [...new Set(asked.map(({ tag }) => tag))],
      requirements: asked,
      rewards: given.map((one) => ({ ...one, collectionId: NO_COLLECTION })),
    },
    artifacts_version: Math.max(1, campaign.artifacts_version),
  }
}
