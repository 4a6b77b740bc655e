import { Badge, type Tone } from '@talad/ui/components/status'
import { type CampaignKey, useCampaignText } from '../../../i18n/campaign.ts'
import type { Campaign } from '../api/campaigns.ts'
import { type CampaignState, stateOf } from '../asked.ts'

const looks = {
  open: ['good', 'campaign.open'],
  draft: ['calm', 'campaign.draft'],
  hidden: ['calm', 'campaign.hidden'],
  internal: ['calm', 'campaign.internal'],
  paused: ['wait', 'campaign.paused'],
  ended: ['calm', 'campaign.ended'],
} as const satisfies Record<CampaignState, readonly [Tone, CampaignKey]>

/** What is the case with a campaign, in a word or two (CA-10). */
export function StateBadge({ campaign }: { campaign: Campaign }) {
  const { t } = useCampaignText()
  const [tone, key] = looks[stateOf(campaign)]
  return <Badge tone={tone}>{t(key)}</Badge>
}
