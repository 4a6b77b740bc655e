import { FetchError } from '@talad/proto/http/client'
import type { Order } from '@talad/proto/http/order-book/orders'
import { Button } from '@talad/ui/components/button'
import { ShieldIcon } from '@talad/ui/components/icons'
import { PriceTag } from '@talad/ui/components/price'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Notice } from '@talad/ui/components/status'
import { Stepper } from '@talad/ui/components/stepper'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { readAmount } from '@talad/ui/format/whole-amount'
import { useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { recipientFault } from '../../../market/people/recipient.ts'
import { RecipientField } from '../../../market/people/recipient-field.tsx'
import { decimalOf, rawPrice, unitPrice } from '../../../market/prices/order-price.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { Goods } from '../../../market/trading/goods.tsx'
import { Way } from './way.tsx'

type Props = {
  order: Order
  wallets: readonly string[]
  name: string
  busy: boolean
  error: unknown
  onReserve: (amount: string, recipient: string) => void
}

/** How many, and to which wallet; the sum is that of what stands in the field, or there is none. */
export function BuyChoose({ order, wallets, name, onReserve, busy, error }: Props) {
  const { t } = useLateText()
  const available = BigInt(order.fill.available)
  const [draft, setDraft] = useState(order.partial ? '1' : order.fill.available)
  const [recipient, setRecipient] = useState(wallets[0] ?? '')
  const [isAsked, setAsked] = useState(false)
  // of one piece the price is told once, below
  const isMany = order.partial && available > 1n
  const amount = readAmount(draft, available)
  const isAmount = typeof amount === 'bigint'
  const total = isAmount
    ? formatBaht(decimalOf(rawPrice(order, amount), order.basic.price.token.decimals))
    : '–'
  const goOn = () => {
    setAsked(true)
    if (isAmount && !recipientFault(recipient)) onReserve(String(amount), recipient.trim())
  }
  return (
    <div className="grid gap-5">
      <Way at={0} />
      <Goods image={order.basic.asset.image} name={name}>
        {isMany && <PriceTag text={formatBaht(unitPrice(order))} className="mt-1 text-lg" />}
      </Goods>
      {isMany && (
        <Stepper
          label={t('buy.amount', { amount: formatCount(order.fill.available) })}
          draft={draft}
          maximum={available}
          overText={t('amount.overLeft', { amount: formatCount(order.fill.available) })}
          onChange={setDraft}
        />
      )}
      <RecipientField wallets={wallets} value={recipient} isAsked={isAsked} onChange={setRecipient} />
      <div className="border-y border-line py-4">
        <p className="flex items-baseline justify-between">
          <span className="font-semibold">{t('buy.total')}</span>
          <strong className="text-2xl tabular-nums">{total}</strong>
        </p>
        <p className="text-sm text-soft">{t('buy.reserveText')}</p>
      </div>
      {error !== undefined && (
        <Notice tone="bad">
          <p role="alert">{error instanceof FetchError ? t('offline.action') : messageOf(error)}</p>
        </Notice>
      )}
      <Button size="large" busy={busy} disabled={!isAmount} onClick={goOn}>
        {t('buy.reserve')}
      </Button>
      <SlowNote waiting={busy} />
      <p className="flex items-start gap-2.5 text-sm text-soft">
        <ShieldIcon className="mt-0.5 text-leaf" />
        {t('buy.escrow')}
      </p>
    </div>
  )
}
