import { previewCampaign } from '@talad/proto/site/preview'
import { expect, test } from 'vitest'
import type { Campaign } from '../api.ts'
import { newReward, newSlot, toModelDraft } from './draft.ts'
import { shownCampaign } from './shown.ts'

const ITEM = 'ab'.repeat(12)
const AT = '2026-11-27T00:00:00.000Z'
const campaign: Campaign = {
  _id: ITEM,
  project_id: ITEM,
  slug: 'three_stamps',
  name: 'Three stamps',
  description: '',
  paused: false,
  ended: false,
  internal: false,
  public: true,
  archived: false,
  automint_config: { enabled: false, blockchain: null },
  limit_global: null,
  left: null,
  limit_per_user: null,
  limit_per_user_cooldown: null,
  token_reuse: 'never',
  assets: {},
  metadata: {},
  artifacts: { tags: [], requirements: [], rewards: [] },
  artifacts_version: 0,
  created: AT,
  updated: AT,
  linked_campaigns: [],
  model_version: 0,
  published_model: 0,
}

test('AW-8 a campaign is shown as its draft would make it, without what is not filled in yet', () => {
  const draft = toModelDraft({
    requirements: [{ slotId: 'one', tag: 'stamp', type: 'vnft', vitemId: ITEM, tokenRanges: [['1', '9']] }],
    rewards: [{ type: 'vnft', tag: 'lantern', nftItemId: ITEM }],
  })
  if (!draft) throw new Error('it can not be read')
  const more = {
    ...draft,
    slots: [...draft.slots, newSlot(draft)],
    rewards: [...draft.rewards, newReward(draft)],
  }
  const shown = shownCampaign(campaign, more)
  expect(shown.artifacts).toMatchObject({
    tags: ['stamp', 'slot_1'],
    requirements: [{ tag: 'stamp', vitemId: ITEM }, { tag: 'slot_1' }],
    rewards: [{ tag: 'lantern', nftItemId: ITEM }],
  })
  const token = crypto.randomUUID()
  const message = { kind: 'talad.preview.campaign', token, language: 'th', light: 'light', campaign: shown }
  expect(previewCampaign.parse(message).campaign).toMatchObject({
    slug: 'three_stamps',
    artifacts_version: 1,
  })
})
