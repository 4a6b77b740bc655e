import { withSlug } from '../slugs.ts'
import type { CampaignEvent, CampaignState } from './events.ts'

const UNPUBLISHED = { artifacts: { requirements: [], rewards: [] }, artifactsVersion: 0, publishedModel: 0 }

/** What an event makes of a campaign. */
export function evolve(state: CampaignState | undefined, { type, data }: CampaignEvent): CampaignState {
  const { by: updatedBy, at: updated } = data
  if (type === 'CampaignCreated') {
    const { projectId, groupId, terms } = data
    const dates = { created: updated, updated, updatedBy }
    const named = { projectId, groupId, terms, slugs: [terms.slug] }
    return { ...named, ...dates, modelVersion: 0, ...UNPUBLISHED, deleted: false }
  }
  if (!state) throw new Error('a campaign that was never created has changed')
  if (type === 'CampaignChanged') {
    const { terms } = data
    return { ...state, terms, slugs: withSlug(state.slugs, terms.slug), updated, updatedBy }
  }
  if (type === 'CampaignRegrouped') return { ...state, groupId: data.groupId }
  if (type === 'CampaignModelSaved') return { ...state, modelVersion: data.version }
  if (type === 'CampaignPublished') {
    const { artifacts, version: artifactsVersion, modelVersion: publishedModel } = data
    return { ...state, artifacts, artifactsVersion, publishedModel }
  }
  return { ...state, updated, updatedBy, deleted: true }
}
