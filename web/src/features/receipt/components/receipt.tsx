import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { formatRecordTime } from '@talad/ui/format/dates'
import { formatSum } from '@talad/ui/format/money'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { lastFour, paidBy, receiptNumber } from '../paid.ts'
import { Delivery, Head, Line, Part, What } from './sheet.tsx'

type Share = BoughtShipping['distribution'][number]

const shareTexts: Record<Share['type'], LateKey> = {
  net: 'receipt.toSeller',
  royalty: 'list.royalty',
  service: 'list.serviceFee',
}
const shareOrder: readonly Share['type'][] = ['net', 'royalty', 'service']

function Sum({ label, points, strong }: { label: string; points: number; strong?: boolean }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 py-1.5 ${strong ? 'text-lg font-semibold' : ''}`}
    >
      <dt className={strong ? '' : 'text-sm text-soft'}>{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{formatSum(points)}</dd>
    </div>
  )
}

/** What the price was made of, and how it was paid. */
function Money({ shipping }: { shipping: BoughtShipping }) {
  const { t } = useLateText()
  const { value, payment } = shipping.credit
  const paid = paidBy(shipping.credit)
  const shares = shareOrder.flatMap((type) => {
    const points = shipping.distribution
      .filter((share) => share.type === type)
      .reduce((sum, share) => sum + share.value, 0)
    return points === 0 ? [] : [{ type, points }]
  })
  return (
    <>
      <Part title={t('receipt.price')}>
        {shares.map(({ type, points }) => (
          <Sum key={type} label={t(shareTexts[type])} points={points} />
        ))}
        <Sum label={t('buy.total')} points={value} strong />
      </Part>
      <Part title={t('receipt.paidBy')}>
        {paid.card > 0 && <Sum label={t('receipt.card')} points={paid.card} />}
        {paid.points > 0 && <Sum label={t('receipt.points')} points={paid.points} />}
        {paid.kept > 0 && <Sum label={t('receipt.kept')} points={-paid.kept} />}
        {payment.provider_ref_id !== null && paid.card > 0 && (
          <Line label={t('receipt.reference')}>{payment.provider_ref_id}</Line>
        )}
      </Part>
    </>
  )
}

type Props = {
  shipping: BoughtShipping
  asset: Asset | undefined
  seller: string | undefined
  /** the buyer's own name */
  buyer: string | undefined
}

/** What a buyer keeps of a purchase: one sheet of paper, and the same on the screen. */
export function Receipt({ shipping, asset, seller, buyer }: Props) {
  const { t } = useLateText()
  const { times } = shipping
  return (
    <article className="receipt rounded-lg bg-surface p-5 shadow-card md:p-10">
      <Head title={t('receipt.heading')} />
      <dl className="pb-4">
        <Line label={t('receipt.number')}>
          <span className="font-mono text-sm">
            {receiptNumber(shipping._id, times.paid ?? shipping.created)}
          </span>
        </Line>
        <Line label={t('receipt.date')}>{formatRecordTime(times.paid ?? shipping.created)}</Line>
        <Line label={t('receipt.account')}>{buyer ?? lastFour(shipping.buyer_customer_id)}</Line>
      </dl>
      <What shipping={shipping} asset={asset} />
      <Money shipping={shipping} />
      <Delivery from={seller} to={shipping.recipient_address} of={shipping}>
        {times.completed && <Line label={t('receipt.deliveredAt')}>{formatRecordTime(times.completed)}</Line>}
      </Delivery>
      <p className="border-t border-line pt-4 text-sm text-soft">{t('receipt.small')}</p>
    </article>
  )
}
