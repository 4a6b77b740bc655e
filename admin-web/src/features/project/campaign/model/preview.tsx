import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../../../i18n/index.ts'
import { PreviewFrame } from '../../../../ui/preview-frame.tsx'
import { type Campaign, marketQuery } from '../api.ts'
import type { ModelDraft } from './draft.ts'
import { shownCampaign } from './shown.ts'

/** AW-8: the campaign's page at the market, with what is being written. */
export function CampaignPreview({ campaign, model }: { campaign: Campaign; model: ModelDraft }) {
  const { t } = useText()
  const origin = useQuery(marketQuery).data
  const message = useMemo(
    () => ({ kind: 'talad.preview.campaign', campaign: shownCampaign(campaign, model) }) as const,
    [campaign, model],
  )
  if (origin === undefined) return null
  return <PreviewFrame origin={origin} title={t('model.preview')} message={message} />
}
