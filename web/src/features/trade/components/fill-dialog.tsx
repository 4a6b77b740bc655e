import type { Order } from '@talad/proto/http/order-book/orders'
import { Skeleton } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type TradeKey, useTradeText } from '../../../i18n/trade.ts'
import { termsQuery } from '../../../market/prices/order-terms.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { assetUrl } from '../../../market/sharing/asset-url.ts'
import { approveMissing, revoke } from '../../../market/trading/approvals.ts'
import type { TradeContext } from '../../../market/trading/context.ts'
import { type FillWish, fulfil, needsOf } from '../../../market/trading/fulfil.ts'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'
import { sharedOf } from '../shared.ts'
import { FillForm } from './fill-form.tsx'
import { TradeDone } from './trade-done.tsx'
import type { TradeMode } from './trade-progress.tsx'
import { TradeWindow } from './trade-window.tsx'
import { useTrade } from './use-trade.ts'

type Props = {
  order: Order
  name: string
  /** the person's wallets that can do it; at least one */
  wallets: readonly [OwnWallet, ...OwnWallet[]]
  /** units of the asset in a wallet: no more can be given */
  heldBy: (wallet: OwnWallet) => bigint
  onClose: () => void
}

/** What has come to its end. */
type Ended = 'filled' | 'approved' | 'revoked'
const endedTexts: Record<Ended, TradeKey> = {
  filled: 'fill.bought',
  approved: 'approval.approved',
  revoked: 'approval.revoked',
}

/** Buying a listing in crypto, or accepting an offer. */
export default function FillDialog({ order, name, wallets, heldBy, onClose }: Props) {
  const { t } = useTradeText()
  const terms = useQuery(termsQuery)
  const trade = useTrade<Ended>()
  const [wallet, setWallet] = useState<OwnWallet>(wallets[0])
  const [mode, setMode] = useState<TradeMode>('fill')
  const last = useRef<() => void>(undefined)
  const isBuy = order.type === 'list'
  const available = BigInt(order.fill.available)
  const held = heldBy(wallet)
  const most = isBuy || held >= available ? available : held

  const run = (as: TradeMode, work: (context: TradeContext) => Promise<Ended>) => {
    const again = () => {
      setMode(as)
      if (terms.data) void trade.start(wallet, terms.data, work)
    }
    last.current = again
    again()
  }
  const fill = (wish: FillWish) =>
    run('fill', async (context) => {
      await fulfil(wish, context)
      return 'filled'
    })
  const approve = (wish: FillWish) =>
    run('approve', async (context) => {
      await approveMissing(context, needsOf(wish))
      return 'approved'
    })
  const takeBack = (what: Parameters<typeof revoke>[1]) =>
    run('approve', async (context) => {
      await revoke(context, what)
      return 'revoked'
    })

  return (
    <TradeWindow
      title={t(isBuy ? 'fill.buyTitle' : 'fill.acceptTitle', { name })}
      trade={trade}
      mode={mode}
      isJoin={wallet.provider === 'join'}
      onRetry={() => last.current?.()}
      onClose={onClose}
      done={(ended, hash) => (
        <TradeDone
          text={t(ended === 'filled' && !isBuy ? 'fill.accepted' : endedTexts[ended])}
          name={name}
          url={assetUrl(order.basic.asset)}
          image={order.basic.asset.image}
          hash={hash}
          shared={sharedOf(ended, isBuy)}
          onClose={onClose}
        />
      )}
    >
      {terms.isError && <LoadError error={terms.error} retry={() => void terms.refetch()} />}
      {terms.isPending && <Skeleton className="h-72" />}
      {terms.data && (
        <FillForm
          order={order}
          name={name}
          seaport={terms.data.seaport}
          wallets={wallets}
          wallet={wallet}
          onWallet={setWallet}
          most={most}
          onFill={fill}
          onApprove={approve}
          onRevoke={takeBack}
        />
      )}
    </TradeWindow>
  )
}
