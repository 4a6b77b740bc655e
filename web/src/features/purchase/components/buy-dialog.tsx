import { FetchError } from '@talad/proto/http/client'
import type { Order } from '@talad/proto/http/order-book'
import type { Shipping } from '@talad/proto/http/shipping-payment'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { SelectField } from '@talad/ui/components/field'
import { ShieldIcon } from '@talad/ui/components/icons'
import { PriceTag } from '@talad/ui/components/price'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Notice } from '@talad/ui/components/status'
import { Stepper } from '@talad/ui/components/stepper'
import { shortAddress } from '@talad/ui/format/address'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { decimalOf, rawPrice, unitPrice } from '../../../lib/order-price.ts'
import { messageOf } from '../../../lib/rejection-texts.ts'
import { useReserve } from '../api/shippings.ts'
import { Goods } from './goods.tsx'
import { PaySummary } from './pay-summary.tsx'
import { Way } from './way.tsx'

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
      <Way at={0} />
      <Goods image={order.basic.asset.image} name={name}>
        <PriceTag text={formatBaht(unitPrice(order))} className="mt-1 text-lg" />
      </Goods>
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
      <Button size="large" busy={busy} onClick={() => onReserve(String(amount), recipient)}>
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
    <Dialog onClose={onClose} title={shipping ? t('buy.payTitle') : t('buy.title')}>
      {shipping ? (
        <div className="grid gap-5">
          <Way at={1} />
          <Goods image={order.basic.asset.image} name={name}>
            <p className="text-sm text-soft">
              {t('common.pieces', { amount: formatCount(shipping.amount) })}
            </p>
          </Goods>
          <PaySummary shipping={shipping} onCancelled={onClose} onPurchase={onPurchase} />
        </div>
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
