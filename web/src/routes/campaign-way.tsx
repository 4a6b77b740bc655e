import { inLanguage } from '@talad/proto/http/bilingual'
import { ArrowIcon } from '@talad/ui/components/icons'
import { Picture } from '@talad/ui/components/picture'
import { Skeleton } from '@talad/ui/components/status'
import { shortAddress } from '@talad/ui/format/address'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { firstAssetQuery } from '../features/campaign/api/asked-assets.ts'
import type { Way } from '../features/campaign/asked.ts'
import { WayTerms } from '../features/campaign/components/asked-list.tsx'
import { useCampaignText } from '../i18n/campaign.ts'
import { ownPicture } from '../market/virtual/own-picture.ts'
import { virtualCollectionQuery, virtualItemQuery } from '../market/virtual/reads.ts'

type Line = {
  way: Way
  picture: string | null
  /** undefined: not known yet */
  name: string | undefined
  /** what it is of */
  over: string
  isRead: boolean
}

function Inside({ way, picture, name, over, isRead }: Line) {
  return (
    <>
      <Picture src={picture} alt="" className="w-16 shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">
        {name === undefined && !isRead ? (
          <Skeleton className="h-6 w-32" />
        ) : (
          <span className="block font-semibold break-words group-hover:text-leaf">{name}</span>
        )}
        <span className="block truncate text-sm text-soft">{over}</span>
        <WayTerms way={way} />
      </span>
    </>
  )
}

const look = 'group flex items-center gap-4 rounded-md'
const Arrow = () => <ArrowIcon className="size-5 text-soft group-hover:text-leaf" />

type Props = { way: Way; project: string }

function VirtualItemWay({ way, project, id }: Props & { id: string }) {
  const { t, language } = useCampaignText()
  const read = useQuery(virtualItemQuery(id))
  const item = read.data?.item
  const line: Line = {
    way,
    picture: ownPicture(item?.image) ?? null,
    isRead: !read.isPending,
    name: item ? inLanguage(item.name, language) : read.isPending ? undefined : t('campaign.anItem'),
    over: t('campaign.virtualItem'),
  }
  return (
    <Link
      to="/projects/$project/items/$idOrSlug"
      params={{ project: item?.project_id ?? project, idOrSlug: id }}
      className={look}
    >
      <Inside {...line} />
      <Arrow />
    </Link>
  )
}

function VirtualCollectionWay({ way, project, id }: Props & { id: string }) {
  const { t, language } = useCampaignText()
  const read = useQuery(virtualCollectionQuery(id))
  const collection = read.data?.collection
  const line: Line = {
    way,
    picture: ownPicture(collection?.image) ?? null,
    isRead: !read.isPending,
    name: collection
      ? inLanguage(collection.name, language)
      : read.isPending
        ? undefined
        : t('campaign.aCollection'),
    over: t('campaign.virtualCollection'),
  }
  return (
    <Link
      to="/projects/$project/collections/$idOrSlug"
      params={{ project: collection?.project_id ?? project, idOrSlug: id }}
      className={look}
    >
      <Inside {...line} />
      <Arrow />
    </Link>
  )
}

type OnChain = { way: Way; blockchain: string; contract: string }

function NftWay({ way, blockchain, contract }: OnChain) {
  const { t, language } = useCampaignText()
  const { tokenId: token } = way
  const read = useQuery(firstAssetQuery({ blockchain, contract, token }))
  const asset = read.data
  const chain = blockchain.toUpperCase()
  const known = asset && (token === undefined ? asset.collection.name : asset.metadata.name)
  const line: Line = {
    way,
    picture: asset?.image.r360 ?? null,
    isRead: !read.isPending,
    name: known ? inLanguage(known, language) : read.isPending ? undefined : shortAddress(contract),
    over: t('campaign.nftOn', { chain }),
  }
  const inside: ReactNode = <Inside {...line} />
  if (!asset) return <div className={look}>{inside}</div>
  return token === undefined ? (
    <Link to="/collection/$idOrSlug" params={{ idOrSlug: asset.collection.slug }} className={look}>
      {inside}
      <Arrow />
    </Link>
  ) : (
    <Link to="/assets/$blockchain/$contract/$token" params={{ blockchain, contract, token }} className={look}>
      {inside}
      <Arrow />
    </Link>
  )
}

/** One way to fill a slot: what it is, and where it is looked at and had. */
export function CampaignWay({ way, project }: Props) {
  const { blockchain, contractAddress: contract, vcollectionId, vitemId } = way
  if (vitemId !== undefined) return <VirtualItemWay way={way} project={project} id={vitemId} />
  if (vcollectionId !== undefined)
    return <VirtualCollectionWay way={way} project={project} id={vcollectionId} />
  if (blockchain === undefined || contract === undefined) return <WayTerms way={way} />
  return <NftWay way={way} blockchain={blockchain} contract={contract} />
}
