import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Mark } from '@talad/ui/components/icons'
import { shortTokenId } from '@talad/ui/format/address'
import type { ReactNode } from 'react'
import { company } from '../../../content/company.ts'
import { useFactsText } from '../../../i18n/facts.ts'
import { useLateText } from '../../../i18n/late.ts'
import { timesText } from '../../../market/prices/units.ts'
import { useSite } from '../../../market/reads/site.ts'
import { useSupportEmail } from '../../../market/reads/support.ts'

/** Whose paper it is, and what it is called. */
export function Head({ title }: { title: string }) {
  const { t, language } = useLateText()
  const { names } = useSite()
  const email = useSupportEmail()
  return (
    <header className="flex flex-wrap items-start justify-between gap-4 pb-6">
      <div className="flex items-center gap-3">
        <Mark className="size-11" />
        <div>
          <p className="title text-lg">{names[language]}</p>
          <p className="text-sm">{company.name[language]}</p>
          <p className="text-sm text-soft">{company.address[language]}</p>
          <p className="text-sm text-soft">
            {t('receipt.taxId')} <span className="whitespace-nowrap">{company.taxId}</span> · {email}
          </p>
        </div>
      </div>
      <h1 className="title text-xl">{title}</h1>
    </header>
  )
}

/** A line of facts; long ones break. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.75rem_1fr] gap-3 py-1.5 sm:grid-cols-[11rem_1fr]">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

/** A heading with its lines. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid border-t border-line py-4">
      <h2 className="text-base">{title}</h2>
      <dl className="mt-1">{children}</dl>
    </section>
  )
}

type Thing = Pick<BoughtShipping, 'asset' | 'amount'>

export function What({ shipping, asset }: { shipping: Thing; asset: Asset | undefined }) {
  const { t, language } = useLateText()
  const { t: fact } = useFactsText()
  const { token, contract } = shipping.asset
  const times = timesText(shipping.amount, contract.type)
  const name = asset && inLanguage(asset.metadata.name, language)
  return (
    <Part title={t('receipt.what')}>
      <Line label={t('receipt.item')}>
        <strong>{name || `#${shortTokenId(token.id)}`}</strong>
        {times && ` ${times}`}
      </Line>
      {asset && <Line label={t('receipt.collection')}>{inLanguage(asset.collection.name, language)}</Line>}
      <Line label={fact('asset.tokenId')}>{token.id}</Line>
      <Line label={fact('asset.contract')}>
        <span className="font-mono text-sm break-all">{contract.address}</span>
      </Line>
    </Part>
  )
}

type Sent = Pick<BoughtShipping, 'asset' | 'tx_hash'>
type DeliveryProps = { from: string | undefined; to: string | undefined; of: Sent; children?: ReactNode }

/** From whom to whom it went, and where that stands. */
export function Delivery({ from, to, of: { asset, tx_hash: hash }, children }: DeliveryProps) {
  const { t } = useLateText()
  const { t: fact } = useFactsText()
  const { chain } = useSite()
  const wallet = (label: string, address: string | undefined) =>
    address && (
      <Line label={label}>
        <span className="font-mono text-sm break-all">{address}</span>
      </Line>
    )
  return (
    <Part title={t('receipt.delivery')}>
      {wallet(t('receipt.from'), from)}
      {wallet(t('receipt.to'), to)}
      {children}
      <Line label={fact('asset.chain')}>
        {asset.contract.blockchain.toUpperCase()} ({chain.id})
      </Line>
      {hash && (
        <Line label={t('purchase.hash')}>
          <span className="font-mono text-sm break-all">
            {chain.explorer ? <a href={`${chain.explorer}/tx/${hash}`}>{hash}</a> : hash}
          </span>
        </Line>
      )}
    </Part>
  )
}
