import { each } from '@talad/shared/each'
import { stream, wholeState } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { type CampaignState, campaignEvent, campaignState } from './events.ts'
import { saveCampaign } from './rows.ts'
import { rulesChanged } from './rules.ts'
import { evolve } from './state.ts'

/** CA-10 to CA-16: what a campaign asks for, what it gives and how often; who triggered it is kept elsewhere. */
export const campaigns = stream({
  name: 'campaign',
  event: campaignEvent,
  initial: undefined as CampaignState | undefined,
  evolve,
  decide,
  publicState: wholeState(campaignState),
  save: async (tx, changes) => {
    await each(saveCampaign)(tx, changes)
    await rulesChanged(tx, changes)
  },
  constraints: { virtual_slug_unique: { code: 'SLUG_TAKEN', field: 'slug' } }, // CA-9
})
