import { inLanguage } from '@talad/proto/http/bilingual'
import { Button } from '@talad/ui/components/button'
import { Section } from '@talad/ui/components/section'
import { Table } from '@talad/ui/components/table'
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
  const columns = headers.map((header, at) => ({
    key: String(at),
    title: inLanguage(header, language),
    cell: ({ cells }: { cells: readonly (string | number)[] }) =>
      inLanguage(String(cells[at] ?? ''), language),
  }))
  return (
    <>
      <Table
        caption={t('virtual.table')}
        columns={columns}
        rows={rows.map((cells, at) => ({ at, cells }))}
        keyOf={({ at }) => String(at)}
      />
      {!isWhole && (
        <Button look="quiet" size="small" className="mt-4" onClick={() => setWhole(true)}>
          {t('virtual.rest', { count: records.length })}
        </Button>
      )}
    </>
  )
}

/** What a payload says, part by part; a part that it lacks isn't there. */
export function PayloadFacts({ shown, ofCollection }: { shown: Shown; ofCollection?: boolean }) {
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
