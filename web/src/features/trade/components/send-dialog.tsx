import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { Skeleton } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTradeText } from '../../../i18n/trade.ts'
import { termsQuery } from '../../../market/prices/order-terms.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import type { TradeContext } from '../../../market/trading/context.ts'
import { isAnswered, sendItem } from '../../../market/trading/send.ts'
import type { Transfer } from '../../../market/trading/signer.ts'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'
import { SendForm } from './send-form.tsx'
import { TradeDone } from './trade-done.tsx'
import { TradeWindow } from './trade-window.tsx'
import { useTrade } from './use-trade.ts'

type Props = {
  asset: Asset
  name: string
  /** the person's wallets that hold it; at least one */
  wallets: readonly [OwnWallet, ...OwnWallet[]]
  heldBy: (wallet: OwnWallet) => bigint
  isListedBy: (wallet: OwnWallet) => boolean
  onClose: () => void
}

/** Sending an item to somebody, out of a wallet of the browser or of the Join app (ID-19). */
export default function SendDialog({ asset, name, wallets, heldBy, isListedBy, onClose }: Props) {
  const { t } = useTradeText()
  const terms = useQuery(termsQuery)
  const trade = useTrade<string>()
  const [wallet, setWallet] = useState<OwnWallet>(wallets[0])
  const last = useRef<() => void>(undefined)
  // GW-10: the phone is asked once, also where its answer was lost or nobody waited for it
  const key = useRef<string>(crypto.randomUUID())
  const send = (transfer: Omit<Transfer, 'key'>) => {
    const work = (context: TradeContext) =>
      sendItem({ ...transfer, key: key.current }, context).catch((error: unknown) => {
        if (isAnswered(error)) key.current = crypto.randomUUID()
        throw error
      })
    const go = () => terms.data && void trade.start(wallet, terms.data, work)
    last.current = go
    go()
  }
  return (
    <TradeWindow
      title={t('send.title', { name })}
      trade={trade}
      mode="send"
      isJoin={wallet.provider === 'join'}
      onRetry={() => last.current?.()}
      onClose={onClose}
      done={(hash) => (
        <TradeDone text={t('send.done')} name={name} image={asset.image.r360} hash={hash} onClose={onClose} />
      )}
    >
      {terms.isError && <LoadError error={terms.error} retry={() => void terms.refetch()} />}
      {terms.isPending && <Skeleton className="h-72" />}
      {terms.data && (
        <SendForm
          asset={asset}
          name={name}
          wallets={wallets}
          wallet={wallet}
          onWallet={setWallet}
          held={heldBy(wallet)}
          isListed={isListedBy(wallet)}
          onSend={send}
        />
      )}
    </TradeWindow>
  )
}
