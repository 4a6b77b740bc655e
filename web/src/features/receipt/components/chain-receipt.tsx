import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { Order } from '@talad/proto/http/order-book/orders'
import type { CryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { formatRecordTime } from '@talad/ui/format/dates'
import { useLateText } from '../../../i18n/late.ts'
import { tokenText } from '../../../market/prices/order-price.ts'
import { receiptNumber } from '../paid.ts'
import { tradedBy } from '../sides.ts'
import { Delivery, Head, Line, Part, What } from './sheet.tsx'

type Props = { trade: CryptoShipping; asset: Asset | undefined; order: Order | undefined }

/** What both sides keep of a trade on the chain: what was paid by whom to whom, and where that stands. */
export function ChainReceipt({ trade, asset, order }: Props) {
  const { t } = useLateText()
  const { net, price } = trade
  const { seller, buyer } = tradedBy(trade, order)
  const raw = BigInt(price.raw)
  const text = (value: bigint) => tokenText(value, price.token)
  return (
    <article className="receipt rounded-lg bg-surface p-5 shadow-card md:p-10">
      <Head title={t('receipt.chainHeading')} />
      <dl className="pb-4">
        <Line label={t('receipt.number')}>
          <span className="font-mono text-sm">{receiptNumber(trade._id, trade.created)}</span>
        </Line>
        <Line label={t('receipt.tradedAt')}>{formatRecordTime(trade.created)}</Line>
      </dl>
      <What shipping={trade} asset={asset} />
      <Part title={t('receipt.price')}>
        {net !== null && (
          <>
            <Line label={t('receipt.toSeller')}>{text(BigInt(net))}</Line>
            {raw > BigInt(net) && <Line label={t('receipt.chainFees')}>{text(raw - BigInt(net))}</Line>}
          </>
        )}
        <Line label={t('buy.total')}>
          <strong>{text(raw)}</strong>
        </Line>
      </Part>
      <Delivery from={seller} to={buyer} of={trade} />
      <p className="border-t border-line pt-4 text-sm text-soft">{t('receipt.chainSmall')}</p>
    </article>
  )
}
