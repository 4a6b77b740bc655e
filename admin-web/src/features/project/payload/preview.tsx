import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { type Names, substitute } from '@talad/proto/http/campaign/payload/substitute'
import { Picture } from '@talad/ui/components/picture'
import { Badge } from '@talad/ui/components/status'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/index.ts'
import { ownPicture } from '../theme-preview.tsx'
import { attributeText } from './values.tsx'

type Props = { payload: Payload; names: Names }

const asItIs = (text: string) => text

/** How a wallet, the market and a phone show what holds in the end (CA-59 to CA-66). */
export function PayloadPreview({ payload, names }: Props) {
  const { t } = useText()
  const { name = t('payload.unnamed'), description, attributes = {}, assets = {} } = payload
  const picture = <Picture src={ownPicture(assets.image ?? '') ?? null} alt="" />
  const traits = Object.entries(attributes).map(([key, one]) => [key, attributeText(one)] as const)
  const text = description === undefined ? '' : substitute(description, payload, names, asItIs)
  return (
    <div className="grid gap-6">
      {assets.image !== undefined && ownPicture(assets.image) === undefined && (
        <p className="text-sm text-soft">{t('payload.foreignPicture')}</p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[13rem_17rem_minmax(0,24rem)]">
        <Look title={t('payload.inWallet')}>
          {picture}
          <div className="grid gap-1 p-3 text-sm">
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p className="flex items-center justify-between gap-2 text-soft">
              #{names.token_id} <Badge>{t('payload.virtual')}</Badge>
            </p>
          </div>
        </Look>
        <Look title={t('payload.inMarket')}>
          {picture}
          <div className="grid gap-2 p-4">
            <p className="text-xs text-soft wrap-anywhere">{names.collection_name}</p>
            <p className="font-semibold wrap-anywhere">{name}</p>
            <ul className="flex flex-wrap gap-1">
              {traits.map(([key, value]) => (
                <li key={key} className="rounded-sm bg-sunken px-2 py-0.5 text-xs wrap-anywhere">
                  {key}: {value}
                </li>
              ))}
            </ul>
          </div>
        </Look>
        <Look title={t('payload.onPhone')}>
          {picture}
          <div className="grid gap-4 p-5">
            <div>
              <p className="text-sm text-soft wrap-anywhere">
                {names.project_name} · {names.collection_name}
              </p>
              <p className="text-lg font-semibold wrap-anywhere">{name}</p>
            </div>
            {text !== '' && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
            <Traits traits={traits} />
            {payload.table && <Table table={payload.table} />}
            {payload['coupon-code'] && (
              <p className="rounded-md bg-gold-wash px-4 py-3 text-sm text-on-gold-wash">
                {t(payload['coupon-code'].public ? 'coupon.forAll' : 'coupon.forHolder')}
              </p>
            )}
          </div>
        </Look>
      </div>
    </div>
  )
}

function Look({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="grid min-w-0 gap-2">
      <figcaption className="text-sm font-semibold">{title}</figcaption>
      <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">{children}</div>
    </figure>
  )
}

function Traits({ traits }: { traits: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-2 text-sm">
      {traits.map(([key, value]) => (
        <div key={key} className="min-w-0 rounded-md border border-line px-3 py-2">
          <dt className="text-xs text-soft wrap-anywhere">{key}</dt>
          <dd className="font-semibold tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Table({ table: { headers, records } }: { table: NonNullable<Payload['table']> }) {
  const { t } = useText()
  return (
    <section
      aria-label={t('payload.table')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, too
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr>
            {headers.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <th key={at} scope="col" className="border-b border-line py-1 pr-3">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record is known by its place
            <tr key={row}>
              {record.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                <td key={at} className="border-b border-line py-1 pr-3">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
