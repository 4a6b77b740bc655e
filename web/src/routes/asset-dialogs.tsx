import type { Asset } from '@talad/proto/http/asset-indexer'
import type { Order } from '@talad/proto/http/order-book'
import type { BoughtShipping } from '@talad/proto/http/shipping'
import { useNavigate } from '@tanstack/react-router'
import { ListingDialog } from '../features/listing/components/listing-dialog.tsx'
import { CancelDialog } from '../features/order/components/cancel-dialog.tsx'
import { BuyDialog } from '../features/purchase/components/buy-dialog.tsx'
import { isPayable } from '../features/purchase/progress.ts'
import { ReportDialog } from '../features/report/components/report-dialog.tsx'
import { joinSigner } from '../features/signing/join-signer.ts'
import { useSite } from '../lib/site.ts'
import type { Viewer } from '../lib/viewer.ts'
import { loadBrowserWallet } from '../wallet-code.ts'
import type { Holding } from './use-asset-trade.ts'

/** Which of the windows is open. */
export type OpenDialog =
  | { kind: 'buy'; order: Order }
  | { kind: 'cancel'; order: Order }
  | { kind: 'list' }
  | { kind: 'report' }
  | { kind: 'reprice'; order: Order }

type Props = {
  dialog: OpenDialog
  asset: Asset
  name: string
  viewer: Viewer
  holdings: readonly Holding[]
  /** the viewer's own purchase of this asset that goes on */
  reserved: BoughtShipping | undefined
  onClose: () => void
}

/** The windows of the asset page; loaded when the first of them opens. */
export default function AssetDialogs({ dialog, asset, name, viewer, holdings, reserved, onClose }: Props) {
  const site = useSite()
  const navigate = useNavigate()
  if (dialog.kind === 'cancel') return <CancelDialog order={dialog.order} onClose={onClose} />
  if (dialog.kind === 'buy') {
    return (
      <BuyDialog
        order={dialog.order}
        wallets={viewer.wallets}
        name={name}
        reserved={
          reserved && isPayable(reserved) && reserved.order.hash === dialog.order.hash ? reserved : undefined
        }
        onClose={onClose}
        onPurchase={(id) => void navigate({ to: '/payment/return', search: { shipping_id: id } })}
      />
    )
  }
  if (dialog.kind === 'report') return <ReportDialog assetId={asset._id} name={name} onClose={onClose} />
  const [first] = holdings
  const present = dialog.kind === 'reprice' ? dialog.order : undefined
  const seller = present?.offerer ?? first?.wallet
  const wallet = viewer.profile?.wallets.find(({ address }) => address === seller)
  if (!wallet || viewer.customerId === undefined) return null
  const isJoin = wallet.provider === 'join'
  return (
    <ListingDialog
      asset={asset}
      name={name}
      held={first?.quantity ?? 0n}
      present={present}
      customerId={viewer.customerId}
      isJoin={isJoin}
      signer={async () =>
        isJoin
          ? joinSigner(wallet.address, site.devMode)
          : (await loadBrowserWallet()).browserSigner(site, wallet.address)
      }
      onClose={onClose}
    />
  )
}
