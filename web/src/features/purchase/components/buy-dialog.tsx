import type { Order } from '@talad/proto/http/order-book'
import type { Shipping } from '@talad/proto/http/shipping-payment'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { shortAddress } from '../../../lib/address.ts'
import { formatBaht, formatCount } from '../../../lib/money.ts'
import { decimalOf, rawPrice } from '../../../lib/order-price.ts'
import { messageOf } from '../../../lib/rejection-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { ShieldIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/status.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import { useReserve } from '../api/shippings.ts'
import { PaySummary } from './pay-summary.tsx'

type Props = {
  order: Order
  wallets: readonly string[]
  name: string
  /** a reservation of this order that was made before */
  reserved: Shipping | undefined
  onClose: () => void
  /** the purchase is paid, or is to be shown on its own page */
  onPurchase: (shippingId: string) => void
}

function Choose({ order, wallets, name, onReserve, busy, error }: ChooseProps) {
  const { t } = useText()
  const available = BigInt(order.fill.available)
  const [amount, setAmount] = useState(order.partial ? 1n : available)
  const [recipient, setRecipient] = useState(wallets[0] ?? '')
  const raw = rawPrice(order, amount)
  const total = formatBaht(decimalOf(raw, order.basic.price.token.decimals))
  return (
    <div className="grid gap-5">
      <p className="text-soft">{t('buy.reserveText', { name })}</p>
      {order.partial && available > 1n && (
        <Stepper
          label={t('buy.amount', { amount: formatCount(order.fill.available) })}
          value={amount}
          maximum={available}
          onChange={setAmount}
        />
      )}
      {wallets.length > 1 && (
        <SelectField
          label={t('buy.recipient')}
          value={recipient}
          onChange={(event) => setRecipient(event.target.value)}
          options={wallets.map((wallet) => ({ value: wallet, label: shortAddress(wallet) }))}
        />
      )}
      <p className="flex items-baseline justify-between border-t border-line pt-4">
        <span className="font-semibold">{t('buy.total')}</span>
        <strong className="text-2xl tabular-nums">{total}</strong>
      </p>
      {error !== undefined && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Button busy={busy} onClick={() => onReserve(String(amount), recipient)}>
        {t('buy.reserve')}
      </Button>
      <p className="flex items-start gap-2 text-xs text-soft">
        <ShieldIcon className="mt-0.5 size-4 text-leaf" />
        {t('buy.escrow')}
      </p>
    </div>
  )
}

type ChooseProps = Pick<Props, 'order' | 'wallets' | 'name'> & {
  busy: boolean
  error: unknown
  onReserve: (amount: string, recipient: string) => void
}

/** Buying with baht: how many, then what is paid and how, then the payment. */
export function BuyDialog({ order, wallets, name, reserved, onClose, onPurchase }: Props) {
  const { t } = useText()
  const reserve = useReserve()
  const shipping = reserve.data ?? reserved
  return (
    <Dialog open onClose={onClose} title={shipping ? t('buy.payTitle') : t('buy.title')}>
      {shipping ? (
        <PaySummary shipping={shipping} name={name} onCancelled={onClose} onPurchase={onPurchase} />
      ) : (
        <Choose
          order={order}
          wallets={wallets}
          name={name}
          busy={reserve.isPending}
          error={reserve.error ?? undefined}
          onReserve={(amount, recipient) => reserve.mutate({ orderHash: order.hash, amount, recipient })}
        />
      )}
    </Dialog>
  )
}
