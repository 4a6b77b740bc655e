import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import type { Order } from '@talad/proto/http/order-book/orders'
import { Later } from '@talad/ui/components/later'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Section } from '@talad/ui/components/section'
import { Badge, Skeleton } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { assetQuery } from '../features/asset/api/assets.ts'
import { assetName } from '../features/asset/components/asset-card.tsx'
import { useText } from '../i18n/index.ts'
import { Heart } from '../market/people/heart.tsx'
import { useViewer } from '../market/people/viewer.ts'
import { WalletLink } from '../market/people/wallet-link.tsx'
import { LoadError } from '../market/refusals/load-error.tsx'
import { ShareMenu } from '../market/sharing/share-menu.tsx'
import type { OpenDialog } from './asset-dialogs.tsx'
import { AssetFacts } from './asset-facts.tsx'
import { AssetPanel } from './asset-panel.tsx'
import { AssetPicture } from './asset-picture.tsx'
import { ReportButton } from './report-button.tsx'
import { buyStep, useAssetOrders, useHeld, useOwnPurchase } from './use-asset-trade.ts'

const route = getRouteApi('/assets/$blockchain/$contract/$token')
const AssetDialogs = lazyPart(() => import('./asset-dialogs.tsx'))
const AssetRecords = lazyPart(() => import('./asset-records.tsx'))
const OrderList = lazyPart(() => import('../features/order/components/order-list.tsx'))
const Offers = lazyPart(() => import('../features/trade/components/offers.tsx'))
const PictureButton = lazyPart(() => import('../features/account/components/picture-button.tsx'))
const SendButton = lazyPart(() => import('../features/trade/components/send-button.tsx'))
const AssetMore = lazyPart(() => import('./asset-more.tsx'))

function Heading({ asset, wallets }: { asset: Asset; wallets: readonly string[] }) {
  const { t, language } = useText()
  const { owner, supply } = asset.recent
  const name = assetName(asset, language)
  return (
    <div>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Link
            to="/collection/$idOrSlug"
            params={{ idOrSlug: asset.collection.slug }}
            search={{}}
            className="font-semibold text-leaf hover:underline"
          >
            {inLanguage(asset.collection.name, language)}
          </Link>
          <h1 className="title text-2xl lg:text-3xl">{name}</h1>
        </div>
        <div className="flex shrink-0 gap-2">
          <Heart kind="asset" id={asset._id} name={name} />
          <ShareMenu text={name} />
        </div>
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-soft">
        {owner && asset.contract.type === 'erc721' ? (
          <>
            {t('asset.owner')}
            <WalletLink address={owner} isMine={wallets.includes(owner)} className="text-ink" />
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

/** Who came to sell finds the form open, once. */
function useAskedListing(mayList: boolean, onList: () => void) {
  const { sell } = route.useSearch()
  const navigate = route.useNavigate()
  const open = useEffectEvent(onList)
  useEffect(() => {
    if (sell === undefined || !mayList) return
    open()
    void navigate({ search: {}, replace: true, resetScroll: false })
  }, [sell, mayList, navigate])
}

function Screen({ asset }: { asset: Asset }) {
  const { t, language } = useText()
  const viewer = useViewer()
  const [dialog, setDialog] = useState<OpenDialog>()
  const trade = useAssetOrders(asset, viewer, dialog?.kind === 'buy')
  const held = useHeld(asset._id, viewer.wallets)
  const own = useOwnPurchase(asset, viewer)
  const name = assetName(asset, language)
  const buy = (order: Order) => setDialog({ kind: 'buy', order })
  const cancel = (order: Order) => setDialog({ kind: 'cancel', order })
  const accept = (order: Order) => setDialog({ kind: 'accept', order })
  useAskedListing(held.total > 0n && !trade.isPending && trade.mine.length === 0, () =>
    setDialog({ kind: 'list' }),
  )
  return (
    <div className="page md:pt-12">
      <title>{name}</title>
      {/* One order for reading, for keys and for the eye: what it is, what it costs, then all about it. */}
      <div className="grid gap-8 md:grid-cols-2 md:items-start md:gap-x-14 xl:grid-cols-[7fr_6fr]">
        <div className="-mx-4 min-w-0 md:sticky md:top-24 md:m-0">
          <AssetPicture asset={asset} name={name} />
        </div>
        <div className="grid min-w-0 gap-12 *:min-w-0">
          <div className="grid gap-7">
            <Heading asset={asset} wallets={viewer.wallets} />
            {trade.isPending || own.isPending ? (
              <Skeleton className="h-80 rounded-lg" />
            ) : trade.error ? (
              <LoadError error={trade.error} retry={trade.retry} />
            ) : (
              <AssetPanel
                asset={asset}
                viewer={viewer}
                best={trade.best}
                mine={trade.mine}
                own={own}
                held={held.total}
                onBuy={buy}
                onCancel={cancel}
                onList={() => setDialog({ kind: 'list' })}
                onReprice={(order) => setDialog({ kind: 'reprice', order })}
                onOffer={() => setDialog({ kind: 'offer' })}
                onAccept={accept}
              />
            )}
          </div>
          <AssetFacts asset={asset}>
            <div className="flex flex-wrap gap-x-6">
              <ReportButton signedIn={viewer.signedIn} onReport={() => setDialog({ kind: 'report' })} />
              {held.total > 0n && (
                <Part onMissing={() => {}}>
                  <SendButton asset={asset} onSend={() => setDialog({ kind: 'send', mine: trade.mine })} />
                  <PictureButton asset={asset} />
                </Part>
              )}
            </div>
          </AssetFacts>
          {trade.orders.length > 0 && (
            <Section title={t('asset.orders')}>
              <Later room="min-h-24">
                <Part fallback={<Skeleton className="h-24" />}>
                  <OrderList
                    orders={trade.orders}
                    wallets={viewer.wallets}
                    bought={own.goesOn?.order.hash}
                    stepOf={(order) => buyStep(order, asset, viewer)}
                    onBuy={buy}
                    onCancel={cancel}
                  />
                </Part>
              </Later>
            </Section>
          )}
          <Later room="min-h-40">
            <Part fallback={<Skeleton className="h-40" />}>
              <Offers
                asset={asset}
                viewer={viewer}
                onAccept={accept}
                onCancel={cancel}
                onApprove={(order) => setDialog({ kind: 'approve', order })}
              />
            </Part>
          </Later>
          <Later room="min-h-80">
            <Part fallback={<Skeleton className="h-80" />}>
              <AssetRecords asset={asset} wallets={viewer.wallets} />
            </Part>
          </Later>
        </div>
      </div>
      <Later room="mt-14 min-h-80">
        <Part fallback={<Skeleton className="mt-14 h-80" />}>
          <AssetMore asset={asset} />
        </Part>
      </Later>
      {dialog && (
        <Part onMissing={() => setDialog(undefined)}>
          <AssetDialogs
            dialog={dialog}
            asset={asset}
            name={name}
            viewer={viewer}
            holdings={held.holdings}
            reserved={own.goesOn}
            onClose={() => setDialog(undefined)}
          />
        </Part>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className="page grid min-h-dvh content-start gap-8 md:grid-cols-2 md:gap-14 md:pt-12 xl:grid-cols-[7fr_6fr]">
      <Skeleton className="-mx-4 aspect-square rounded-none md:m-0 md:rounded-lg" />
      <div className="grid content-start gap-5">
        <Skeleton className="h-12 w-3/4" />
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="mt-7 h-32 rounded-lg" />
        <Skeleton className="mt-7 h-40 rounded-lg" />
      </div>
      <Skeleton className="h-80" />
    </div>
  )
}

export default function AssetPage() {
  const found = useQuery(assetQuery(route.useParams()))
  if (found.isPending) return <Waiting />
  if (found.isError) {
    return (
      <div className="page py-12">
        <LoadError isPage error={found.error} retry={() => void found.refetch()} />
      </div>
    )
  }
  return <Screen asset={found.data} />
}
