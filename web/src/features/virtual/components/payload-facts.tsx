import { inLanguage } from '@talad/proto/http/bilingual'
import { Button } from '@talad/ui/components/button'
import { Section } from '@talad/ui/components/section'
import { useState } from 'react'
import { useVirtualText } from '../../../i18n/virtual.ts'
import { attributeText, type PayloadTable, type Shown } from '../payload.ts'
import { CouponCard } from './coupon-card.tsx'

/** What is said of each trait, in the order of its maker. */
function Traits({ attributes }: Pick<Shown, 'attributes'>) {
  const { language } = useVirtualText()
  return (
    <dl className="grid gap-x-8 sm:max-md:grid-cols-2 xl:grid-cols-2">
      {attributes.map(([key, attribute]) => (
        <div key={key} className="min-w-0 border-b border-line py-3">
          <dt className="text-sm break-words text-soft">{inLanguage(key, language)}</dt>
          <dd className="font-semibold break-words">{attributeText(attribute, language)}</dd>
        </div>
      ))}
    </dl>
  )
}

const FIRST_ROWS = 10

/** CA-64: the table of a payload; a long one is unfolded. */
function Records({ table: { headers, records } }: { table: PayloadTable }) {
  const { t, language } = useVirtualText()
  const [isWhole, setWhole] = useState(records.length <= FIRST_ROWS)
  const rows = isWhole ? records : records.slice(0, FIRST_ROWS)
  const written = (cell: string | number) => inLanguage(String(cell), language)
  return (
    <>
      {/* it has the headers of its maker, so it stays a table on a phone, and slides where it is wide */}
      <div className="slide overflow-x-auto rounded-lg bg-surface px-5 py-2 shadow-card">
        <table className="w-full text-sm">
          <caption className="sr-only">{t('virtual.table')}</caption>
          <thead>
            <tr>
              {headers.map((header, at) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: a table has no other name for its columns and rows
                  key={at}
                  scope="col"
                  className="py-3 pr-6 text-left font-normal whitespace-nowrap text-soft last:pr-0"
                >
                  {written(header)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={row} className="border-t border-line">
                {cells.map((cell, at) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    key={at}
                    className={`min-w-16 py-3 pr-6 align-top tabular-nums last:pr-0 ${at === 0 ? 'font-semibold' : ''}`}
                  >
                    {written(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isWhole && (
        <Button look="quiet" size="small" className="mt-4" onClick={() => setWhole(true)}>
          {t('virtual.rest', { count: records.length })}
        </Button>
      )}
    </>
  )
}

/** What a payload says, part by part; a part that it lacks isn't there. */
export function PayloadFacts({
  shown,
  ofCollection,
}: {
  shown: Omit<Shown, 'cover'>
  ofCollection?: boolean
}) {
  const { t, language } = useVirtualText()
  const { description, attributes, table, coupon } = shown
  return (
    <>
      {description && (
        <Section title={t('virtual.about')}>
          <p className="max-w-prose break-words whitespace-pre-line">
            {inLanguage(description, language, '\n\n')}
          </p>
        </Section>
      )}
      {coupon && (
        <Section title={t('virtual.coupon')}>
          <CouponCard coupon={coupon} />
        </Section>
      )}
      {attributes.length > 0 && (
        <Section title={t(ofCollection ? 'virtual.traitsShared' : 'virtual.traits')}>
          <Traits attributes={attributes} />
        </Section>
      )}
      {table && table.records.length > 0 && (
        <Section title={t('virtual.table')}>
          <Records table={table} />
        </Section>
      )}
    </>
  )
}
