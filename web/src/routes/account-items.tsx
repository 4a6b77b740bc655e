import { useDensity } from '@talad/ui/browser/density'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Empty, Notice } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CardAsset } from '../features/asset/api/assets.ts'
import { assetPagesQuery } from '../features/asset/api/assets.ts'
import { AssetCard } from '../features/asset/components/asset-card.tsx'
import { AssetCardsWaiting } from '../features/asset/components/asset-grid.tsx'
import { ownOrdersQuery } from '../features/order/api/orders.ts'
import { useText } from '../i18n/index.ts'
import { useOwnText } from '../i18n/own.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

/** What of the person's own can be sold, and the way to it. */
function Item({ asset, isListed }: { asset: CardAsset; isListed: boolean }) {
  const { t } = useOwnText()
  const { contract, token } = asset
  return (
    <li className="flex min-w-0 flex-col justify-between gap-3">
      <AssetCard asset={asset} ofWallet />
      {!asset.dynamic.suspended && (
        <Link
          to="/assets/$blockchain/$contract/$token"
          params={{ blockchain: contract.blockchain, contract: contract.address, token: token.id }}
          search={isListed ? {} : { sell: '1' }}
          className={`${buttonClass('quiet', 'small')} w-full`}
        >
          {isListed ? t('items.listed') : t('items.sell')}
        </Link>
      )}
    </li>
  )
}

type Props = { wallets: readonly string[]; customerId: string | undefined }

/** What the wallets of the person hold. */
export default function AccountItems({ wallets, customerId }: Props) {
  const { t } = useOwnText()
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
  return (
    <>
      <ul className="card-grid" data-density={density}>
        {assets.map((asset) => (
          <Item key={asset._id} asset={asset} isListed={listed.has(asset._id)} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="mt-8 text-center">
          <Button look="quiet" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {word('common.more')}
          </Button>
        </div>
      )}
    </>
  )
}
