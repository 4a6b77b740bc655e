import type { SectionOf } from '@talad/proto/site/sections'
import { Later } from '@talad/ui/components/later'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Section } from '@talad/ui/components/section'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import { AssetCards, AssetCardsWaiting } from '../../features/asset/components/asset-grid.tsx'
import { useHomeText } from '../../i18n/home.ts'
import { LoadError } from '../../market/refusals/load-error.tsx'
import { NoSource } from './no-source.tsx'
import { assetsRead } from './reads.ts'

const JustSold = lazyPart(() => import('./just-sold.tsx'))

function Chosen({ title, ids, quantity }: { title: string; ids: readonly string[]; quantity: number }) {
  const pages = useInfiniteQuery(assetsRead(ids, quantity))
  const assets = pages.data?.pages[0]?.list.slice(0, quantity)
  if (assets?.length === 0) return null
  return (
    <Section title={title}>
      {pages.isError ? (
        <LoadError error={pages.error} retry={() => void pages.refetch()} />
      ) : assets ? (
        <AssetCards assets={assets} />
      ) : (
        <AssetCardsWaiting />
      )}
    </Section>
  )
}

/** What is asked for now: the assets that a site has chosen, or what was sold last. */
export function TrendingTable({ section }: { section: SectionOf<'trending-table'> }) {
  const { t, language } = useHomeText()
  const { content, source, asset_ids: ids, quantity } = section
  const title = content.title[language]
  if (!source) return <NoSource title={title} />
  if (source === 'collections')
    return (
      <Section title={title}>
        <Notice tone="wait">{t('section.notSupported')}</Notice> {/* GW-34 */}
      </Section>
    )
  if (ids.length > 0) return <Chosen title={title} ids={ids} quantity={quantity} />
  return (
    <Later room="min-h-96">
      <Part fallback={<Skeleton className="h-96" />}>
        <JustSold title={title} quantity={quantity} />
      </Part>
    </Later>
  )
}
