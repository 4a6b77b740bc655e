import { inLanguage } from '@talad/proto/http/bilingual'
import { Picture } from '@talad/ui/components/picture'
import { formatCount } from '@talad/ui/format/money'
import type { ReactNode } from 'react'
import { useCampaignText } from '../../../i18n/campaign.ts'
import { ownPicture } from '../../../market/virtual/own-picture.ts'
import { left } from '../../../market/virtual/supply.ts'
import type { CampaignAnswer } from '../api/campaigns.ts'
import { givenOf } from '../asked.ts'

type Item = NonNullable<CampaignAnswer['extra']>['reward_items'][number]

/** How many are left of an item, and how many of those that there may be are gone (CA-49). */
function Left({ item }: { item: Item }) {
  const { t } = useCampaignText()
  const rest = left(item)
  if (rest === null) return <span className="block text-sm text-soft">{t('campaign.unlimited')}</span>
  const { mint_limit: limit } = item
  const share = limit ? `${Math.min(100, ((limit - rest) / limit) * 100)}%` : '100%'
  return (
    <>
      <span className={`block text-sm tabular-nums ${rest === 0 ? 'font-semibold text-chili' : 'text-soft'}`}>
        {rest === 0
          ? t('campaign.noneLeft')
          : limit === null
            ? t('campaign.left', { count: formatCount(rest) })
            : t('campaign.leftOf', { count: formatCount(rest), limit: formatCount(limit) })}
      </span>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-gold" style={{ width: share }} />
      </span>
    </>
  )
}

type Props = {
  answer: CampaignAnswer
  /** makes a link of a reward to the page of its item */
  link: (itemId: string, content: ReactNode) => ReactNode
}

/** What a campaign gives, with pictures and how many are left. */
export function Rewards({ answer: { campaign, extra }, link }: Props) {
  const { t, language } = useCampaignText()
  const given = givenOf(campaign.artifacts.rewards)
  return (
    <ul className="grid gap-3">
      {given.map(({ itemId, count }) => {
        const item = extra?.reward_items.find(({ _id }) => _id === itemId)
        const name = item ? inLanguage(item.name, language) : t('campaign.anItem')
        return (
          <li key={itemId} className="min-w-0">
            {link(
              itemId,
              <>
                <Picture src={ownPicture(item?.image) ?? null} alt="" className="w-20 shrink-0 rounded-md" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold break-words group-hover:text-leaf">
                    {name}
                    {count > 1 && ` × ${formatCount(count)}`}
                  </span>
                  {item && <Left item={item} />}
                </span>
              </>,
            )}
          </li>
        )
      })}
    </ul>
  )
}
