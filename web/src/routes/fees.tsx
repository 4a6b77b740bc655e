import { MINIMUM_WITHDRAWAL, withdrawalFee } from '@talad/proto/http/bank-withdrawal/terms'
import { inLanguage } from '@talad/proto/http/bilingual'
import { SelectField } from '@talad/ui/components/field'
import { Section } from '@talad/ui/components/section'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { formatPoints } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { collectionQuery, collectionsQuery } from '../features/collection/api/collections.ts'
import { SaleFees } from '../features/fees/sale-fees.tsx'
import { type FeesKey, useFeesText } from '../i18n/fees.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const route = getRouteApi('/fees')

/** Of the collection in the address, or of the first of the market. */
function Sale() {
  const { t, language } = useFeesText()
  const { of } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: shown, error, refetch } = useQuery(collectionsQuery)
  const slug = of ?? shown?.list[0]?.slug
  const one = useQuery({ ...collectionQuery(slug ?? ''), enabled: slug !== undefined })
  const failed = error ?? one.error
  if (failed) return <LoadError error={failed} retry={() => void Promise.all([refetch(), one.refetch()])} />
  if (shown && slug === undefined) return <Empty title={t('home.nothingYet')} />
  if (!shown || !one.data) return <Skeleton className="h-80 rounded-lg" />
  const { _id, name } = one.data
  const rest = shown.list.filter((other) => other._id !== _id)
  return (
    <div className="grid gap-5 rounded-lg bg-surface p-5 shadow-card md:p-7">
      <SelectField
        label={t('fees.collection')}
        value={one.data.slug}
        options={[{ slug: one.data.slug, name }, ...rest].map((other) => ({
          value: other.slug,
          label: inLanguage(other.name, language),
        }))}
        onChange={({ target }) =>
          void navigate({ search: { of: target.value }, replace: true, resetScroll: false })
        }
      />
      <SaleFees collectionId={_id} />
    </div>
  )
}

type Line = { label: FeesKey; text: FeesKey; cost?: FeesKey }

/** What there is besides, whether something is sold or not. */
const others: readonly Line[] = [
  { label: 'fees.paying', text: 'fees.payingText', cost: 'fees.free' },
  { label: 'fees.listing', text: 'fees.listingText', cost: 'fees.free' },
  { label: 'fees.withdrawal', text: 'fees.withdrawalText', cost: 'fees.withdrawalRate' },
  { label: 'fees.crypto', text: 'fees.cryptoText' },
]
const values = {
  least: formatPoints(withdrawalFee(0n)),
  smallest: formatPoints(MINIMUM_WITHDRAWAL),
}

function Other({ label, text, cost }: Line) {
  const { t } = useFeesText()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-4">
      <dt className="font-semibold">{t(label)}</dt>
      {cost && <dd className="font-semibold tabular-nums">{t(cost, values)}</dd>}
      <dd className="w-full text-sm text-soft">{t(text, values)}</dd>
    </div>
  )
}

/** What fees there are, for whom, and when: as a shopper has to know it. */
export default function FeesPage() {
  const { t } = useFeesText()
  return (
    <div className="page grid max-w-prose gap-10 pt-10 *:min-w-0">
      <title>{t('fees.title')}</title>
      <div>
        <h1 className="title text-2xl md:text-3xl">{t('fees.title')}</h1>
        <p className="mt-3">{t('fees.buyer')}</p>
      </div>
      <Section title={t('fees.sale')}>
        <Sale />
        <p className="mt-4 text-sm text-soft">{t('fees.most')}</p>
      </Section>
      <Section title={t('fees.other')}>
        <dl className="divide-y divide-line rounded-lg bg-surface px-5 py-1 shadow-card md:px-7">
          {others.map((one) => (
            <Other key={one.label} {...one} />
          ))}
        </dl>
      </Section>
    </div>
  )
}
