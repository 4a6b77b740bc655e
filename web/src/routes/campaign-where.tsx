import { inLanguage } from '@talad/proto/http/bilingual'
import { buttonClass } from '@talad/ui/components/button'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { firstAssetQuery } from '../features/campaign/api/asked-assets.ts'
import { type Campaign, campaignsQuery } from '../features/campaign/api/campaigns.ts'
import { type Slot, stateOf, type Way } from '../features/campaign/asked.ts'
import { useCampaignText } from '../i18n/campaign.ts'

type Props = { slot: Slot; campaign: Campaign; project: string }

const look = buttonClass('quiet', 'small')

function InMarket({
  blockchain,
  contract,
  token,
}: {
  blockchain: string
  contract: string
  token: string | undefined
}) {
  const { t } = useCampaignText()
  const asset = useQuery(firstAssetQuery({ blockchain, contract, token })).data
  if (!asset) return null
  return token === undefined ? (
    <Link to="/collection/$idOrSlug" params={{ idOrSlug: asset.collection.slug }} className={look}>
      {t('where.market')}
    </Link>
  ) : (
    <Link to="/assets/$blockchain/$contract/$token" params={{ blockchain, contract, token }} className={look}>
      {t('where.market')}
    </Link>
  )
}

/** Whether another campaign gives what fills a slot in this way. */
const gives =
  ({ vitemId, vcollectionId }: Way) =>
  ({ artifacts }: Campaign) =>
    artifacts.rewards.some(({ nftItemId, collectionId }) =>
      vitemId === undefined ? collectionId === vcollectionId : nftItemId === vitemId,
    )

/** Where what a slot asks for can be had: campaigns of the project that give it, the market, or its own page. */
export function WhereToGet({ slot, campaign, project }: Props) {
  const { t, language } = useCampaignText()
  const pages = useInfiniteQuery(campaignsQuery(campaign.project_id))
  const others = (pages.data?.pages.flatMap(({ list }) => list) ?? []).filter(
    (one) => one._id !== campaign._id && stateOf(one) === 'open' && slot.ways.some((way) => gives(way)(one)),
  )
  const [way] = slot.ways
  return (
    <>
      {others.map((one) => (
        <Link
          key={one._id}
          to="/projects/$project/campaigns/$campaign"
          params={{ project, campaign: one.slug }}
          className={look}
        >
          {t('where.campaign', { name: inLanguage(one.name, language) })}
        </Link>
      ))}
      {slot.ways.map(({ blockchain, contractAddress: contract, tokenId: token }) =>
        blockchain === undefined || contract === undefined ? null : (
          <InMarket
            key={`${blockchain} ${contract} ${token ?? ''}`}
            blockchain={blockchain}
            contract={contract}
            token={token}
          />
        ),
      )}
      {others.length === 0 && way.vitemId !== undefined && (
        <Link
          to="/projects/$project/items/$idOrSlug"
          params={{ project, idOrSlug: way.vitemId }}
          className={look}
        >
          {t('where.item')}
        </Link>
      )}
      {others.length === 0 && way.vitemId === undefined && way.vcollectionId !== undefined && (
        <Link
          to="/projects/$project/collections/$idOrSlug"
          params={{ project, idOrSlug: way.vcollectionId }}
          className={look}
        >
          {t('where.item')}
        </Link>
      )}
    </>
  )
}
