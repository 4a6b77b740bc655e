import type { Order } from '@talad/proto/http/order-book/orders'
import { Button } from '@talad/ui/components/button'
import { PriceTag } from '@talad/ui/components/price'
import { Stepper } from '@talad/ui/components/stepper'
import { formatCount } from '@talad/ui/format/money'
import { readAmount } from '@talad/ui/format/whole-amount'
import { useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { useTradeText } from '../../../i18n/trade.ts'
import { recipientFault } from '../../../market/people/recipient.ts'
import { RecipientField } from '../../../market/people/recipient-field.tsx'
import { rawPrice, tokenText, unitText } from '../../../market/prices/order-price.ts'
import { type FillWish, needsOf } from '../../../market/trading/fulfil.ts'
import { Goods } from '../../../market/trading/goods.tsx'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'
import { ApprovalNotes, useShort } from './approvals.tsx'
import { WalletField } from './wallet-field.tsx'

type Props = {
  order: Order
  name: string
  seaport: string
  wallets: readonly OwnWallet[]
  wallet: OwnWallet
  onWallet: (wallet: OwnWallet) => void
  /** units that the person can fill at most */
  most: bigint
  onFill: (wish: FillWish) => void
  onApprove: (wish: FillWish) => void
  onRevoke: Parameters<typeof ApprovalNotes>[0]['onRevoke']
}

/** What is paid and what comes of it: of an offer the fees are taken out of the price. */
function Sum({ order, units }: { order: Order; units: bigint | undefined }) {
  const { t } = useTradeText()
  const { token } = order.basic.price
  if (units === undefined) return null
  const total = rawPrice(order, units)
  const fees = needsOf({ order, units, recipient: '', isExact: true }).token.amount
  const isBuy = order.type === 'list'
  const rows: [string, bigint][] = isBuy
    ? [[t('fill.youPay'), total]]
    : [
        [t('fill.price'), total],
        [t('fill.fees'), fees],
        [t('fill.youGet'), total - fees],
      ]
  return (
    <dl className="grid gap-1 border-y border-line py-4">
      {rows.map(([label, raw], index) => {
        const isLast = index === rows.length - 1
        return (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className={isLast ? 'font-semibold' : 'text-sm text-soft'}>{label}</dt>
            <dd className={isLast ? 'text-2xl font-semibold tabular-nums' : 'text-sm text-soft tabular-nums'}>
              {tokenText(raw, token)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** How many, from which wallet, to whom, and what it costs. */
export function FillForm({
  order,
  name,
  seaport,
  wallets,
  wallet,
  onWallet,
  most,
  onFill,
  onApprove,
  onRevoke,
}: Props) {
  const { t } = useTradeText()
  const { t: common } = useLateText()
  const isBuy = order.type === 'list'
  const available = String(most)
  const isMany = order.partial && most > 1n
  const [draft, setDraft] = useState(isMany ? '1' : available)
  const [recipient, setRecipient] = useState(wallet.address)
  const [isAsked, setAsked] = useState(false)
  const [isExact, setExact] = useState(false)
  const chooseWallet = (next: OwnWallet) => {
    // what was to go to the wallet that acts goes to the one that acts now
    if (recipient === wallet.address) setRecipient(next.address)
    onWallet(next)
  }
  const read = readAmount(draft, most)
  const units = typeof read === 'bigint' ? read : undefined
  const { token } = order.basic.price
  const collection = order.basic.asset.contract.address
  const short = useShort(
    { wallet: wallet.address, seaport, token: token.address, collection },
    isBuy && units !== undefined ? rawPrice(order, units) : undefined,
  )
  const send = (go: (wish: FillWish) => void) => {
    setAsked(true)
    if (units === undefined || (isBuy && recipientFault(recipient))) return
    go({ order, units, recipient: recipient.trim().toLowerCase(), isExact })
  }
  return (
    <div className="grid gap-5">
      <Goods image={order.basic.asset.image} name={name}>
        {isMany && <PriceTag text={unitText(order)} className="mt-1 text-lg" />}
      </Goods>
      {isMany && (
        <Stepper
          label={common('buy.amount', { amount: formatCount(available) })}
          draft={draft}
          maximum={most}
          overText={common('amount.overLeft', { amount: formatCount(available) })}
          onChange={setDraft}
        />
      )}
      <WalletField wallets={wallets} wallet={wallet} onChange={chooseWallet} />
      {isBuy && (
        <RecipientField
          wallets={wallets.map(({ address }) => address)}
          value={recipient}
          isAsked={isAsked}
          onChange={setRecipient}
        />
      )}
      <Sum order={order} units={units} />
      <ApprovalNotes
        wallet={wallet.address}
        seaport={seaport}
        token={token}
        collection={collection}
        gives={isBuy ? 'token' : 'collection'}
        short={short}
        asked={
          units === undefined ? 0n : needsOf({ order, units, recipient: '', isExact: true }).token.amount
        }
        isExact={isExact}
        onExact={setExact}
        onRevoke={onRevoke}
      />
      <Button size="large" disabled={units === undefined || short > 0n} onClick={() => send(onFill)}>
        {isBuy ? t('fill.buy', { symbol: token.symbol }) : t('fill.accept')}
      </Button>
      <Button look="plain" size="small" disabled={units === undefined} onClick={() => send(onApprove)}>
        {t('approval.only')}
      </Button>
      <p className="text-sm text-soft">{t(isBuy ? 'fill.buyText' : 'fill.acceptText')}</p>
    </div>
  )
}
