import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { Order } from '@talad/proto/http/order-book/orders'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { lazyPart, Part } from '@talad/ui/components/part'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ListingDialog } from '../features/listing/components/listing-dialog.tsx'
import { CancelDialog } from '../features/order/components/cancel-dialog.tsx'
import { BuyDialog } from '../features/purchase/components/buy-dialog.tsx'
import { isPayable } from '../features/purchase/progress.ts'
import { ReportDialog } from '../features/report/components/report-dialog.tsx'
import type { Viewer } from '../market/people/viewer.ts'
import { isCrypto } from '../market/prices/order-price.ts'
import { useSite } from '../market/reads/site.ts'
import { signerOf } from '../market/trading/signer-of.ts'
import type { Holding } from './use-asset-trade.ts'

const FillDialog = lazyPart(() => import('../features/trade/components/fill-dialog.tsx'))
const OfferDialog = lazyPart(() => import('../features/trade/components/offer-dialog.tsx'))
const ApproveDialog = lazyPart(() => import('../features/trade/components/approve-dialog.tsx'))
const SendDialog = lazyPart(() => import('../features/trade/components/send-dialog.tsx'))
const CancelTradeDialog = lazyPart(() => import('../features/trade/components/cancel-trade-dialog.tsx'))

/** Which of the windows is open. */
export type OpenDialog =
  | { kind: 'buy'; order: Order }
  | { kind: 'cancel'; order: Order }
  | { kind: 'list' }
  | { kind: 'report' }
  | { kind: 'reprice'; order: Order }
  | { kind: 'accept'; order: Order }
  | { kind: 'offer' }
  | { kind: 'approve'; order: Order }
  | { kind: 'send'; mine: readonly Order[] }

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

type TradeProps = Omit<Props, 'reserved'>

/** The windows of what is filled on the chain. */
function TradeDialogs({ dialog, asset, name, viewer, holdings: now, onClose }: TradeProps) {
  // who has given everything away still sees what came of it
  const [holdings] = useState(now)
  const own = viewer.profile?.wallets ?? []
  const quantityOf = (address: string) => holdings.find(({ wallet }) => wallet === address)?.quantity ?? 0n
  if (dialog.kind === 'cancel' || dialog.kind === 'approve') {
    const wallet = own.find(({ address }) => address === dialog.order.offerer)
    const OrderDialog = dialog.kind === 'cancel' ? CancelTradeDialog : ApproveDialog
    return wallet && <OrderDialog order={dialog.order} name={name} wallet={wallet} onClose={onClose} />
  }
  if (dialog.kind === 'offer') {
    const [first, ...rest] = own
    return (
      first && (
        <OfferDialog
          asset={asset}
          name={name}
          wallets={[first, ...rest]}
          kycLevel={viewer.kycLevel}
          onClose={onClose}
        />
      )
    )
  }
  if (dialog.kind !== 'buy' && dialog.kind !== 'accept' && dialog.kind !== 'send') return null
  const able = dialog.kind === 'buy' ? own : own.filter(({ address }) => quantityOf(address) > 0n)
  const [first, ...rest] = able
  if (!first) return null
  if (dialog.kind === 'send')
    return (
      <SendDialog
        asset={asset}
        name={name}
        wallets={[first, ...rest]}
        heldBy={({ address }) => quantityOf(address)}
        isListedBy={({ address }) => dialog.mine.some(({ offerer }) => offerer === address)}
        onClose={onClose}
      />
    )
  return (
    <FillDialog
      order={dialog.order}
      name={name}
      wallets={[first, ...rest]}
      heldBy={({ address }) => quantityOf(address)}
      onClose={onClose}
    />
  )
}

/** Whether a window is about what the people fill on the chain themselves. */
function isTrade(dialog: OpenDialog): boolean {
  if (dialog.kind === 'offer' || dialog.kind === 'accept' || dialog.kind === 'approve') return true
  if (dialog.kind === 'send') return true
  return (dialog.kind === 'buy' || dialog.kind === 'cancel') && isCrypto(dialog.order)
}

/** The windows of the asset page; loaded when the first of them opens. */
export default function AssetDialogs(props: Props) {
  const { dialog, asset, name, viewer, holdings, reserved, onClose } = props
  const site = useSite()
  const navigate = useNavigate()
  if (isTrade(dialog)) {
    return (
      <Part onMissing={onClose}>
        <TradeDialogs {...props} />
      </Part>
    )
  }
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
  if (dialog.kind === 'report')
    return <ReportDialog account={viewer.account ?? ''} assetId={asset._id} name={name} onClose={onClose} />
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
      signer={() => signerOf(site, wallet)}
      seller={wallet.address}
      onClose={onClose}
    />
  )
}
