import { inLanguage } from '@talad/proto/http/bilingual'
import { More } from '@talad/ui/components/more'
import { Picture } from '@talad/ui/components/picture'
import { Segmented } from '@talad/ui/components/segmented'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Rank, rankedCollectionsQuery, ranks } from '../features/collection/api/collections.ts'
import type { Collection } from '../features/collection/components/collection-card.tsx'
import { type LateKey, useLateText } from '../i18n/late.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const route = getRouteApi('/collections')

const rankTexts = {
  vo: 'collection.volume',
  fl: 'collection.floor',
  it: 'ranking.items',
  ow: 'collection.owners',
} as const satisfies Record<Rank, LateKey>

const figures: Record<Rank, (collection: Collection) => string> = {
  vo: ({ volume }) => formatBaht(volume),
  fl: ({ floor }) => (floor ? formatBaht(floor) : '–'),
  it: ({ items }) => formatCount(items),
  ow: ({ owners }) => formatCount(owners),
}

function Row({ place, collection, by }: { place: number; collection: Collection; by: Rank }) {
  const { language } = useLateText()
  const name = inLanguage(collection.name, language)
  return (
    <tr className="border-t border-line">
      <td className="w-8 pr-2 text-soft tabular-nums md:w-14">{place}</td>
      <th scope="row" className="max-w-0 py-2 text-left font-semibold">
        <Link
          to="/collection/$idOrSlug"
          params={{ idOrSlug: collection.slug }}
          search={{}}
          className="flex min-h-14 items-center gap-3 hover:text-leaf hover:underline"
        >
          <Picture src={collection.image} alt="" className="w-14 shrink-0 rounded-md" />
          <span className="truncate">{name}</span>
        </Link>
      </th>
      {ranks.map((rank) => (
        <td
          key={rank}
          className={`pl-4 md:pl-8 text-right tabular-nums ${rank === by ? 'font-semibold' : 'max-md:hidden'}`}
        >
          {figures[rank](collection)}
        </td>
      ))}
    </tr>
  )
}

function Ranking({ by }: { by: Rank }) {
  const { t } = useLateText()
  const pages = useInfiniteQuery(rankedCollectionsQuery(by))
  if (pages.isPending) return <Skeleton className="h-96 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const list = pages.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <Empty title={t('home.nothingYet')} />
  return (
    <>
      <div className="rounded-lg bg-surface px-4 shadow-card md:px-6">
        <table className="w-full text-sm">
          <caption className="sr-only">{t('ranking.title')}</caption>
          <thead className="text-soft">
            <tr>
              <th scope="col" className="py-3 pr-4 text-left font-normal">
                <span className="max-md:sr-only">{t('ranking.place')}</span>
              </th>
              <th scope="col" className="w-full text-left font-normal">
                {t('receipt.collection')}
              </th>
              {ranks.map((rank) => (
                <th
                  key={rank}
                  scope="col"
                  aria-sort={rank === by ? (rank === 'fl' ? 'ascending' : 'descending') : undefined}
                  className={`pl-4 md:pl-8 text-right font-normal whitespace-nowrap ${rank === by ? '' : 'max-md:hidden'}`}
                >
                  {t(rankTexts[rank])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((collection, index) => (
              <Row key={collection._id} place={index + 1} collection={collection} by={by} />
            ))}
          </tbody>
        </table>
      </div>
      <More pages={pages} apart byItself />
    </>
  )
}

/** All collections, ranked by what was sold of them, by their lowest price, their size or their owners. */
export default function CollectionsPage() {
  const { t } = useLateText()
  const { by = 'vo' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <div className="page grid gap-6 pt-10 *:min-w-0">
      <title>{t('ranking.title')}</title>
      <h1 className="title text-2xl">{t('ranking.title')}</h1>
      <div className="slide overflow-x-auto">
        <Segmented
          label={t('ranking.sortedBy')}
          value={by}
          onChange={(next: Rank) =>
            void navigate({
              search: { by: next === 'vo' ? undefined : next },
              replace: true,
              resetScroll: false,
            })
          }
          options={ranks.map((value) => ({ value, text: t(rankTexts[value]) }))}
        />
      </div>
      <Ranking by={by} />
    </div>
  )
}
