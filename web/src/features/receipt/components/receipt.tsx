import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Mark } from '@talad/ui/components/icons'
import { shortTokenId } from '@talad/ui/format/address'
import { formatRecordTime } from '@talad/ui/format/dates'
import { formatCount, formatSum } from '@talad/ui/format/money'
import type { ReactNode } from 'react'
import { company } from '../../../content/company.ts'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { useSite } from '../../../market/reads/site.ts'
import { lastFour, paidBy, receiptNumber } from '../paid.ts'

type Share = BoughtShipping['distribution'][number]

const shareTexts: Record<Share['type'], LateKey> = {
  net: 'receipt.toSeller',
  royalty: 'list.royalty',
  service: 'list.serviceFee',
}
const shareOrder: readonly Share['type'][] = ['net', 'royalty', 'service']

/** A line of facts; long ones break. */
function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.75rem_1fr] gap-3 py-1.5 sm:grid-cols-[11rem_1fr]">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid border-t border-line py-4">
      <h2 className="text-base">{title}</h2>
      <dl className="mt-1">{children}</dl>
    </section>
  )
}

function What({ shipping, asset }: { shipping: BoughtShipping; asset: Asset | undefined }) {
  const { t, language } = useLateText()
  const { token, contract } = shipping.asset
  const name = asset && inLanguage(asset.metadata.name, language)
  return (
    <Part title={t('receipt.what')}>
      <Line label={t('receipt.item')}>
        <strong>{name || `#${shortTokenId(token.id)}`}</strong>
        {shipping.amount !== '1' && ` × ${formatCount(shipping.amount)}`}
      </Line>
      {asset && <Line label={t('receipt.collection')}>{inLanguage(asset.collection.name, language)}</Line>}
      <Line label={t('asset.tokenId')}>{token.id}</Line>
      <Line label={t('asset.contract')}>
        <span className="font-mono text-sm break-all">{contract.address}</span>
      </Line>
    </Part>
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
  const { t, language } = useLateText()
  const { name, chain } = useSite()
  const { times, tx_hash: hash } = shipping
  return (
    <article className="receipt rounded-lg bg-surface p-5 shadow-card md:p-10">
      <header className="flex flex-wrap items-start justify-between gap-4 pb-6">
        <div className="flex items-center gap-3">
          <Mark className="size-11" />
          <div>
            <p className="title text-lg">{name}</p>
            <p className="text-sm">{company.name[language]}</p>
            <p className="text-sm text-soft">{company.address[language]}</p>
            <p className="text-sm text-soft">
              {t('receipt.taxId')} <span className="whitespace-nowrap">{company.taxId}</span> ·{' '}
              {company.email}
            </p>
          </div>
        </div>
        <h1 className="title text-xl">{t('receipt.heading')}</h1>
      </header>
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
      <Part title={t('receipt.delivery')}>
        {seller && (
          <Line label={t('receipt.from')}>
            <span className="font-mono text-sm break-all">{seller}</span>
          </Line>
        )}
        <Line label={t('receipt.to')}>
          <span className="font-mono text-sm break-all">{shipping.recipient_address}</span>
        </Line>
        {times.completed && <Line label={t('receipt.deliveredAt')}>{formatRecordTime(times.completed)}</Line>}
        <Line label={t('asset.chain')}>
          {shipping.asset.contract.blockchain.toUpperCase()} ({chain.id})
        </Line>
        {hash && (
          <Line label={t('purchase.hash')}>
            <span className="font-mono text-sm break-all">
              {chain.explorer ? <a href={`${chain.explorer}/tx/${hash}`}>{hash}</a> : hash}
            </span>
          </Line>
        )}
      </Part>
      <p className="border-t border-line pt-4 text-sm text-soft">{t('receipt.small')}</p>
    </article>
  )
}
