import { makeTexts } from '@talad/ui/i18n/texts'
import { enCampaign } from './en-campaign.ts'
import { fill, type TextKey } from './index.ts'
import { thCampaign } from './th-campaign.ts'

export type CampaignKey = keyof typeof thCampaign

/** The texts of campaigns and coupons. */
export const { useText: useCampaignText } = makeTexts<CampaignKey, TextKey>(
  { th: thCampaign, en: enCampaign },
  fill,
)
