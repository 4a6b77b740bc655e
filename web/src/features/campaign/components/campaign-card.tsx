import { inLanguage } from '@talad/proto/http/bilingual'
import { Picture } from '@talad/ui/components/picture'
import { useQuery } from '@tanstack/react-query'
import { useCampaignText } from '../../../i18n/campaign.ts'
import { ownPicture } from '../../../market/virtual/own-picture.ts'
import { virtualItemQuery } from '../../../market/virtual/reads.ts'
import type { Campaign } from '../api/campaigns.ts'
import { termsOf } from '../terms.ts'
import { StateBadge } from './state-badge.tsx'

/** A campaign in a list: its picture, or that of what it gives, its name, whether it gives anything now, how often. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const { t, language } = useCampaignText()
  const { name, assets, artifacts } = campaign
  const own = assets.image ?? assets.cover
  const given = artifacts.rewards[0]?.nftItemId
  const isWanted = own === undefined && given !== undefined
  const item = useQuery({ ...virtualItemQuery(given ?? ''), enabled: isWanted, refetchInterval: false }).data
    ?.item
  const [often] = termsOf(campaign, { asks: artifacts.tags.length > 0, language })
  return (
    <div className="group grid h-full grid-cols-[auto_1fr] items-center gap-4 overflow-hidden rounded-lg bg-surface p-3 shadow-card transition-shadow hover:shadow-lift">
      <Picture src={ownPicture(own ?? item?.image) ?? null} alt="" className="w-20 rounded-md" />
      <div className="grid min-w-0 justify-items-start gap-1">
        <StateBadge campaign={campaign} />
        <h3 className="line-clamp-2 text-base font-semibold break-words group-hover:text-leaf">
          {inLanguage(name, language)}
        </h3>
        {often && <p className="text-sm text-soft">{t(often.key, often.values)}</p>}
      </div>
    </div>
  )
}
