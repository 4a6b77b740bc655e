import { inLanguage } from '@talad/proto/http/bilingual'
import { CheckIcon } from '@talad/ui/components/icons'
import { useCampaignText } from '../../../i18n/campaign.ts'
import type { Campaign } from '../api/campaigns.ts'
import { termsOf } from '../terms.ts'

/** The limits of a campaign in words, and with which others it counts together (CA-11 to CA-14). */
export function Terms({ campaign, linked }: { campaign: Campaign; linked: readonly Campaign[] }) {
  const { t, language } = useCampaignText()
  const sentences = termsOf(campaign, { asks: campaign.artifacts.tags.length > 0, language })
  const names = linked.map(({ name }) => inLanguage(name, language)).join(', ')
  const lines = [
    ...sentences.map(({ key, values }) => t(key, values)),
    ...(names === '' ? [] : [t('campaign.together', { names })]),
  ]
  return (
    <ul aria-label={t('campaign.terms')} className="grid gap-1.5 text-sm text-soft">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-2.5">
          <CheckIcon className="mt-0.5 size-4 text-leaf" />
          <span className="min-w-0 break-words">{line}</span>
        </li>
      ))}
    </ul>
  )
}
