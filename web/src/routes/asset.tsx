import type { Asset } from '@talad/proto/http/asset-indexer'
import type { Order } from '@talad/proto/http/order-book'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { EventList } from '../features/activity/components/event-list.tsx'
import { assetQuery } from '../features/asset/api/assets.ts'
import { assetName } from '../features/asset/components/asset-card.tsx'
import { Holders } from '../features/asset/components/holders.tsx'
import { Traits } from '../features/asset/components/traits.tsx'
import { OrderList } from '../features/order/components/order-list.tsx'
import { useText } from '../i18n/index.ts'
import { shortAddress, shortTokenId } from '../lib/address.ts'
import { inLanguage } from '../lib/bilingual.ts'
import { formatCount } from '../lib/money.ts'
import { useSite } from '../lib/site.ts'
import { useViewer } from '../lib/viewer.ts'
import { Picture } from '../ui/picture.tsx'
import { Fact, Section } from '../ui/section.tsx'
import { Badge, Empty, LoadError, Skeleton } from '../ui/status.tsx'
import { AssetPanel } from './asset-panel.tsx'
import { useAssetOrders, useHeld, useReserved } from './use-asset-trade.ts'

const route = getRouteApi('/assets/$blockchain/$contract/$token')
const AssetDialogs = lazy(() => import('./asset-dialogs.tsx'))

export type OpenDialog =
  | { kind: 'buy'; order: Order }
  | { kind: 'cancel'; order: Order }
  | { kind: 'list' }
  | undefined

function Heading({ asset, wallets }: { asset: Asset; wallets: readonly string[] }) {
  const { t, language } = useText()
  const { owner, supply } = asset.recent
  return (
    <div>
      <Link
        to="/collection/$idOrSlug"
        params={{ idOrSlug: asset.collection.slug }}
        search={{}}
        className="text-sm font-semibold text-leaf hover:underline"
      >
        {inLanguage(asset.collection.name, language)}
      </Link>
      <h1 className="text-2xl md:text-3xl">{assetName(asset, language)}</h1>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
        {owner ? (
          <>
            {t('asset.owner')}
            <Link
              to="/$wallet"
              params={{ wallet: owner }}
              className="font-mono text-ink underline decoration-line underline-offset-4 hover:text-leaf"
            >
              {shortAddress(owner)}
            </Link>
            {wallets.includes(owner) && <Badge tone="good">{t('common.you')}</Badge>}
          </>
        ) : (
          t('asset.supply', {
            amount: formatCount(supply),
            holders: formatCount(asset.internal.holders_count),
          })
        )}
        {asset.dynamic.suspended && <Badge tone="bad">{t('asset.suspended')}</Badge>}
      </p>
    </div>
  )
}

function About({ asset }: { asset: Asset }) {
  const { t, language } = useText()
  const { chain } = useSite()
  const { explorer } = chain
  const { description } = asset.metadata
  return (
    <>
      {description && (
        <Section title={t('asset.about')}>
          <p className="max-w-prose whitespace-pre-line">{inLanguage(description, language, '\n\n')}</p>
        </Section>
      )}
      {asset.metadata.attributes.length > 0 && (
        <Section title={t('asset.traits')}>
          <Traits asset={asset} />
        </Section>
      )}
      <Section title={t('asset.details')}>
        <dl className="grid grid-cols-2 gap-4 rounded-lg bg-surface p-5 text-sm shadow-card sm:grid-cols-3">
          <Fact label={t('asset.contract')}>
            {explorer ? (
              <a
                href={`${explorer}/address/${asset.contract.address}`}
                target="_blank"
                rel="noreferrer"
                className="font-mono text-leaf"
              >
                {shortAddress(asset.contract.address)}
              </a>
            ) : (
              <span className="font-mono">{shortAddress(asset.contract.address)}</span>
            )}
          </Fact>
          <Fact label={t('asset.tokenId')}>
            <span className="font-mono">{shortTokenId(asset.token.id)}</span>
          </Fact>
          <Fact label={t('asset.standard')}>{asset.contract.type === 'erc721' ? 'ERC-721' : 'ERC-1155'}</Fact>
          <Fact label={t('asset.chain')}>{asset.contract.blockchain.toUpperCase()}</Fact>
          <Fact label={t('asset.rarity')}>{asset.internal.rarity_score.toFixed(1)}</Fact>
        </dl>
      </Section>
    </>
  )
}

function Screen({ asset }: { asset: Asset }) {
  const { t, language } = useText()
  const { chain } = useSite()
  const viewer = useViewer()
  const [dialog, setDialog] = useState<OpenDialog>()
  const trade = useAssetOrders(asset, viewer, dialog?.kind === 'buy')
  const held = useHeld(asset._id, viewer.wallets)
  const reserved = useReserved(viewer)
  const name = assetName(asset, language)
  const buy = (order: Order) => setDialog({ kind: 'buy', order })
  const cancel = (order: Order) => setDialog({ kind: 'cancel', order })
  return (
    <div className="page pt-4 md:pt-10">
      <title>{name}</title>
      <div className="grid gap-6 md:grid-cols-2 md:items-start md:gap-12">
        <div className="-mx-4 -mt-4 md:sticky md:top-24 md:m-0">
          <Picture
            eager
            src={asset.image.r800}
            alt={name}
            className={`md:rounded-lg md:shadow-card ${asset.dynamic.suspended ? 'blur-xl' : ''}`}
          />
        </div>
        <div className="grid gap-8">
          <div className="grid gap-5">
            <Heading asset={asset} wallets={viewer.wallets} />
            {trade.isPending ? (
              <Skeleton className="h-44" />
            ) : trade.error ? (
              <LoadError error={trade.error} retry={trade.retry} />
            ) : (
              <AssetPanel
                asset={asset}
                viewer={viewer}
                best={trade.best}
                mine={trade.mine}
                held={held.total}
                onBuy={buy}
                onCancel={cancel}
                onList={() => setDialog({ kind: 'list' })}
              />
            )}
          </div>
          <About asset={asset} />
        </div>
      </div>
      <div className="mt-12 grid gap-12 md:grid-cols-2">
        <Section title={t('asset.orders')} className="min-w-0">
          {trade.orders.length > 0 ? (
            <OrderList orders={trade.orders} wallets={viewer.wallets} onBuy={buy} onCancel={cancel} />
          ) : (
            !trade.isPending && <Empty title={t('order.none')} />
          )}
        </Section>
        {asset.contract.type === 'erc1155' && (
          <Section title={t('asset.holders')} className="min-w-0">
            <Holders assetId={asset._id} mine={viewer.wallets} />
          </Section>
        )}
        <Section title={t('asset.activity')} className="min-w-0">
          <EventList filter={{ asset: asset._id }} explorer={chain.explorer} />
        </Section>
      </div>
      {dialog && (
        <Suspense>
          <AssetDialogs
            dialog={dialog}
            asset={asset}
            name={name}
            viewer={viewer}
            holdings={held.holdings}
            reserved={reserved}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

export default function AssetPage() {
  const found = useQuery(assetQuery(route.useParams()))
  if (found.isPending) {
    return (
      <div className="page grid gap-6 pt-4 md:grid-cols-2 md:gap-12 md:pt-10">
        <Skeleton className="aspect-square" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-44" />
        </div>
      </div>
    )
  }
  if (found.isError) {
    return (
      <div className="page py-12">
        <LoadError error={found.error} retry={() => void found.refetch()} />
      </div>
    )
  }
  return <Screen asset={found.data} />
}
