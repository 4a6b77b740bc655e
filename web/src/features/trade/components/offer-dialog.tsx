import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type TradeKey, useTradeText } from '../../../i18n/trade.ts'
import { KycNotice } from '../../../market/people/kyc-notice.tsx'
import { termsQuery } from '../../../market/prices/order-terms.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { assetUrl } from '../../../market/sharing/asset-url.ts'
import { approveMissing, revoke } from '../../../market/trading/approvals.ts'
import type { TradeContext } from '../../../market/trading/context.ts'
import { needsOfPut, type PutWish, putCrypto } from '../../../market/trading/put.ts'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'
import { sharedOf } from '../shared.ts'
import { OfferForm, offerTokens } from './offer-form.tsx'
import { TradeDone } from './trade-done.tsx'
import type { TradeMode } from './trade-progress.tsx'
import { TradeWindow } from './trade-window.tsx'
import { useTrade } from './use-trade.ts'

type Props = {
  asset: Asset
  name: string
  /** the person's wallets; at least one */
  wallets: readonly [OwnWallet, ...OwnWallet[]]
  kycLevel: number
  onClose: () => void
}

/** What has come to its end. */
type Ended = 'offered' | 'approved' | 'revoked'
const endedTexts: Record<Ended, TradeKey> = {
  offered: 'offer.done',
  approved: 'approval.approved',
  revoked: 'approval.revoked',
}

/** Making an offer. */
export default function OfferDialog({ asset, name, wallets, kycLevel, onClose }: Props) {
  const { t } = useTradeText()
  const terms = useQuery(termsQuery)
  const trade = useTrade<Ended>()
  const [wallet, setWallet] = useState<OwnWallet>(wallets[0])
  const [mode, setMode] = useState<TradeMode>('put')
  const last = useRef<() => void>(undefined)

  const run = (as: TradeMode, work: (context: TradeContext) => Promise<Ended>) => {
    const again = () => {
      setMode(as)
      if (terms.data) void trade.start(wallet, terms.data, work)
    }
    last.current = again
    again()
  }
  const offer = (wish: PutWish) =>
    run('put', async (context) => {
      await putCrypto(wish, context)
      return 'offered'
    })
  const approve = (wish: PutWish) =>
    run('approve', async (context) => {
      await approveMissing(context, needsOfPut(wish))
      return 'approved'
    })
  const takeBack = (what: Parameters<typeof revoke>[1]) =>
    run('approve', async (context) => {
      await revoke(context, what)
      return 'revoked'
    })
  const isOpen = terms.data?.offers_enabled
  const [first] = terms.data && isOpen ? offerTokens(terms.data) : []
  const isLow = terms.data !== undefined && kycLevel < terms.data.minimum_join_kyc_level

  return (
    <TradeWindow
      title={t('offer.title', { name })}
      trade={trade}
      mode={mode}
      isJoin={wallet.provider === 'join'}
      onRetry={() => last.current?.()}
      onClose={onClose}
      done={(ended) => (
        <TradeDone
          text={t(endedTexts[ended])}
          name={name}
          url={assetUrl(asset)}
          image={asset.image.r360}
          shared={sharedOf(ended, true)}
          onClose={onClose}
        />
      )}
    >
      {terms.isError && <LoadError error={terms.error} retry={() => void terms.refetch()} />}
      {terms.isPending && <Skeleton className="h-72" />}
      {isLow && <KycNotice level={kycLevel} />}
      {terms.data && first && !isLow && (
        <OfferForm
          asset={asset}
          terms={terms.data}
          first={first}
          wallets={wallets}
          wallet={wallet}
          onWallet={setWallet}
          onOffer={offer}
          onApprove={approve}
          onRevoke={takeBack}
        />
      )}
      {terms.data && !first && !isLow && <Notice>{t('offer.closed')}</Notice>}
    </TradeWindow>
  )
}
