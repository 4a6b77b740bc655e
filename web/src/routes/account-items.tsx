import type { Profile } from '@talad/proto/http/identity/profile'
import { useDensity } from '@talad/ui/browser/density'
import { Button, buttonClass } from '@talad/ui/components/button'
import { More } from '@talad/ui/components/more'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Empty, Notice } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CardAsset } from '../features/asset/api/assets.ts'
import { assetPagesQuery } from '../features/asset/api/assets.ts'
import { AssetCard, assetName } from '../features/asset/components/asset-card.tsx'
import { AssetCardsWaiting } from '../features/asset/components/asset-grid.tsx'
import type { BulkItem } from '../features/listing/components/bulk-dialog.tsx'
import { ownOrdersQuery } from '../features/order/api/orders.ts'
import { useText } from '../i18n/index.ts'
import { useOwnText } from '../i18n/own.ts'
import { walletsOf } from '../market/people/profile.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const BulkDialog = lazyPart(() => import('../features/listing/components/bulk-dialog.tsx'))

type ItemProps = {
  asset: CardAsset
  /** undefined: not known yet */
  isListed: boolean | undefined
  /** only customers sell */
  maySell: boolean
  /** while several are chosen: whether this one is; undefined: it can't be */
  choice: { isChosen: boolean; onChange: (isChosen: boolean) => void } | undefined
}

/** What of the person's own can be sold, and the way to it. */
function Item({ asset, isListed, maySell, choice }: ItemProps) {
  const { t, language } = useOwnText()
  const { contract, token } = asset
  return (
    <li className="flex min-w-0 flex-col justify-between gap-3">
      <AssetCard asset={asset} ofWallet />
      {choice && (
        <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
          <input
            type="checkbox"
            checked={choice.isChosen}
            onChange={({ target }) => choice.onChange(target.checked)}
            className="size-5 accent-leaf"
          />
          <span className="truncate">{t('items.chosen', { name: assetName(asset, language) })}</span>
        </label>
      )}
      {!choice && maySell && !asset.dynamic.suspended && (
        <Link
          to="/assets/$blockchain/$contract/$token"
          params={{ blockchain: contract.blockchain, contract: contract.address, token: token.id }}
          search={isListed ? {} : { sell: '1' }}
          // what may be on sale already isn't offered to be put there
          className={`${buttonClass('quiet', 'small')} w-full ${isListed === undefined ? 'invisible' : ''}`}
        >
          {isListed ? t('items.listed') : t('items.sell')}
        </Link>
      )}
    </li>
  )
}

type Props = { profile: Profile }

/** How many may be listed in one go. */
const MOST_AT_ONCE = 20

/** What the wallets of the person hold. */
export default function AccountItems({ profile }: Props) {
  const wallets = walletsOf(profile)
  const customerId = profile.customer_id ?? undefined
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [isListing, setListing] = useState(false)
  const { t, language } = useOwnText()
  const { t: word } = useText()
  const density = useDensity()
  const pages = useInfiniteQuery({
    ...assetPagesQuery({ owner: wallets.join(',') }),
    enabled: wallets.length > 0,
  })
  const own = useInfiniteQuery({
    ...ownOrdersQuery({ side: 'sold', customerId: customerId ?? '' }),
    enabled: customerId !== undefined,
  })
  const listed = new Set(own.data?.pages.flatMap(({ list }) => list.map(({ basic }) => basic.asset.id)))
  if (wallets.length === 0) return <Notice>{t('items.noWallet')}</Notice>
  if (pages.isPending) return <AssetCardsWaiting />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const assets = pages.data.pages.flatMap(({ list }) => list)
  if (assets.length === 0) {
    return (
      <Empty title={t('items.none')}>
        <Link to="/" className={buttonClass('quiet', 'small')}>
          {word('common.browse')}
        </Link>
      </Empty>
    )
  }
  const walletOf = (asset: CardAsset) => profile.wallets.find(({ address }) => address === asset.recent.owner)
  // of what there is only one, and nothing stands in the way
  const mayChoose = (asset: CardAsset) =>
    asset.contract.type === 'erc721' &&
    asset.dynamic.tradable &&
    !asset.dynamic.suspended &&
    !listed.has(asset._id) &&
    walletOf(asset) !== undefined
  const choose = (id: string, isChosen: boolean) => {
    const others = [...(chosen ?? [])].filter((one) => one !== id)
    setChosen(new Set(isChosen ? [...others, id].slice(0, MOST_AT_ONCE) : others))
  }
  const items = assets.flatMap((asset): BulkItem[] => {
    const wallet = walletOf(asset)
    if (!wallet || !chosen?.has(asset._id)) return []
    const { contract, token, image, _id: id } = asset
    return [{ id, asset: { contract, token }, name: assetName(asset, language), image: image.r360, wallet }]
  })
  return (
    <>
      {customerId !== undefined && assets.filter(mayChoose).length > 1 && (
        <div className="mb-5 flex flex-wrap items-center gap-3">
          <Button look="quiet" size="small" onClick={() => setChosen(chosen ? undefined : new Set())}>
            {t(chosen ? 'items.chooseEnd' : 'items.choose')}
          </Button>
          {chosen && chosen.size > 0 && (
            <Button size="small" onClick={() => setListing(true)}>
              {t('items.sellChosen', { count: String(chosen.size) })}
            </Button>
          )}
        </div>
      )}
      {isListing && customerId !== undefined && items.length > 0 && (
        <Part onMissing={() => setListing(false)}>
          <BulkDialog
            items={items}
            customerId={customerId}
            onClose={() => {
              setListing(false)
              setChosen(undefined)
            }}
          />
        </Part>
      )}
      <ul className="card-grid" data-density={density}>
        {assets.map((asset) => (
          <Item
            key={asset._id}
            asset={asset}
            isListed={own.isLoading ? undefined : listed.has(asset._id)}
            maySell={customerId !== undefined}
            choice={
              chosen && mayChoose(asset)
                ? { isChosen: chosen.has(asset._id), onChange: (is) => choose(asset._id, is) }
                : undefined
            }
          />
        ))}
      </ul>
      <More pages={pages} apart byItself />
    </>
  )
}
