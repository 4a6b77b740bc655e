import type { traitEntry } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { formatCount, formatPercent } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { useLateText } from '../../../i18n/late.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { traitsQuery } from '../api/collections.ts'

type Trait = z.output<typeof traitEntry>

/** AI-12: a share of the collection in percent, with one decimal. */
const shareOf = (count: number, items: number) => Math.round((count / Math.max(items, 1)) * 1_000) / 10

/** Numbers between two ends: each of them for itself says nothing. */
function Ends({ trait: { key, count, min, max } }: { trait: Trait }) {
  const { t, language } = useLateText()
  return (
    <>
      <h3 className="pb-2 text-base">{inLanguage(key, language)}</h3>
      <p className="flex justify-between gap-4 text-sm">
        <span className="tabular-nums">
          {min} – {max}
        </span>
        <span className="text-soft">{t('common.pieces', { amount: formatCount(count) })}</span>
      </p>
    </>
  )
}

function Values({ slug, trait, items }: { slug: string; trait: Trait; items: number }) {
  const { t, language } = useLateText()
  const rarestFirst = trait.values.toSorted((a, b) => a.count - b.count)
  return (
    <table className="w-full text-sm">
      <caption className="pb-2 text-left text-base font-semibold">{inLanguage(trait.key, language)}</caption>
      <thead className="text-left text-soft">
        <tr>
          <th scope="col" className="py-1 font-normal">
            {t('traits.value')}
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            {t('history.amount')}
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-normal">
            {t('traits.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rarestFirst.map(({ value, count }) => (
          <tr key={value} className="border-t border-line">
            <th scope="row" className="text-left font-normal">
              <Link
                to="/collection/$idOrSlug"
                params={{ idOrSlug: slug }}
                search={{ tr: [{ key: trait.key, value }] }}
                className="inline-flex min-h-11 items-center break-words hover:text-leaf hover:underline"
              >
                {inLanguage(value, language)}
              </Link>
            </th>
            <td className="text-right tabular-nums">{formatCount(count)}</td>
            <td className="pl-4 text-right tabular-nums">{formatPercent(shareOf(count, items))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** AI-12: every trait of a collection with how rare its values are, the rarest first; each leads to what has it. */
export default function TraitTable({ slug }: { slug: string }) {
  const { t } = useLateText()
  const found = useQuery(traitsQuery(slug))
  if (found.isPending) return <Skeleton className="h-80" />
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />
  const { traits, items } = found.data
  if (traits.length === 0) return <Empty title={t('traits.none')} />
  return (
    <div className="grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
      <h2 className="sr-only">{t('collection.tabTraits')}</h2>
      {traits.map((trait) => (
        <section key={trait.key} className="rounded-lg bg-surface p-5 shadow-card">
          {trait.kind === 'range' ? (
            <Ends trait={trait} />
          ) : (
            <Values slug={slug} trait={trait} items={items} />
          )}
        </section>
      ))}
    </div>
  )
}
