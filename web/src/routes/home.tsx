import { Later } from '@talad/ui/components/later'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Section } from '@talad/ui/components/section'
import { Skeleton } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AssetRow } from '../features/asset/components/asset-grid.tsx'
import { collectionsQuery } from '../features/collection/api/collections.ts'
import { CollectionCard } from '../features/collection/components/collection-card.tsx'
import { useText } from '../i18n/index.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { Hero, NEWEST, newest, readAgainIn, stallOf } from './home-hero.tsx'

/** Whole rows of six. */
const JUST_LISTED = 12
const JustSold = lazyPart(() => import('./just-sold.tsx'))
const RecentRow = lazyPart(() => import('./recent-row.tsx'))

/** How buying works, for who has never done it. */
function HowTo() {
  const { t } = useText()
  const steps = [
    { title: t('home.step1'), text: t('home.step1Text') },
    { title: t('home.step2'), text: t('home.step2Text') },
    { title: t('home.step3'), text: t('home.step3Text') },
  ]
  return (
    <Section title={t('home.how')}>
      <ol className="grid gap-6 md:grid-cols-3 md:gap-10">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3 border-t-3 border-leaf pt-4">
            <span aria-hidden="true" className="title w-6 shrink-0 text-2xl leading-none text-leaf">
              {index + 1}
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Collections() {
  const { t } = useText()
  const collections = useQuery({
    ...collectionsQuery,
    refetchInterval: ({ state }) => {
      const list = state.data?.list
      return readAgainIn(!list || (list.length > 0 && list.every(({ image }) => image)), state)
    },
  })
  if (collections.data?.list.length === 0) return null
  return (
    <Section
      title={t('home.collections')}
      aside={
        <Link
          to="/collections"
          search={{}}
          className="inline-flex min-h-11 items-center font-semibold text-leaf hover:underline"
        >
          {t('home.seeAll')}
        </Link>
      }
    >
      {collections.isError && (
        <LoadError error={collections.error} retry={() => void collections.refetch()} />
      )}
      <div className="grid gap-4 md:grid-cols-3 xl:gap-6">
        {collections.isPending &&
          [1, 2, 3].map((key) => <Skeleton key={key} className="aspect-[16/10] rounded-lg" />)}
        {collections.data?.list.map((collection) => (
          <CollectionCard key={collection._id} collection={collection} />
        ))}
      </div>
    </Section>
  )
}

export default function Home() {
  const { t } = useText()
  return (
    <>
      <Hero />
      <div className="page mt-10 grid gap-14 md:mt-14 md:gap-20">
        <Section
          title={t('home.justListed')}
          className="min-w-0"
          aside={
            <Link
              to="/explore"
              search={{ status: ['listed'], sort: 'newest' }}
              className="inline-flex min-h-11 items-center font-semibold text-leaf hover:underline"
            >
              {t('home.seeAll')}
            </Link>
          }
        >
          <AssetRow filter={newest} limit={NEWEST} show={JUST_LISTED} except={stallOf} />
        </Section>
        <Part>
          <RecentRow />
        </Part>
        <Collections />
        <HowTo />
        <Later room="min-h-96">
          <Part fallback={<Skeleton className="h-96" />}>
            <JustSold />
          </Part>
        </Later>
      </div>
    </>
  )
}
