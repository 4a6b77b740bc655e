import { inLanguage } from '@talad/proto/http/bilingual'
import type { SectionOf } from '@talad/proto/site/sections'
import { Picture } from '@talad/ui/components/picture'
import { Section } from '@talad/ui/components/section'
import { Slider } from '@talad/ui/components/slider'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CardAsset } from '../../features/asset/api/assets.ts'
import { AssetSlide } from '../../features/asset/components/asset-grid.tsx'
import { type Collection, CollectionCard } from '../../features/collection/components/collection-card.tsx'
import { useText } from '../../i18n/index.ts'
import { LoadError } from '../../market/refusals/load-error.tsx'
import { NoSource } from './no-source.tsx'
import { assetsRead, collectionsRead, readAgainIn } from './reads.ts'

const seeAll = 'inline-flex min-h-11 items-center font-semibold text-leaf hover:underline'

/** The collections of a section, up to so many. */
function useCollections(ids: readonly string[], quantity: number) {
  const read = useQuery({
    ...collectionsRead(ids, quantity),
    refetchInterval: ({ state }) => {
      const list = state.data?.list
      return readAgainIn(!list || (list.length > 0 && list.every(({ image }) => image)), state)
    },
  })
  return { read, list: read.data?.list.slice(0, quantity) }
}

type Row = {
  title: string
  ids: readonly string[]
  quantity: number
  slide: 'card-slide' | 'preview-slide'
  card: (props: { collection: Collection }) => ReactNode
}

function CollectionRow({ title, ids, quantity, slide, card: Card }: Row) {
  const { t } = useText()
  const { read, list } = useCollections(ids, quantity)
  if (list?.length === 0) return null
  return (
    <Section
      title={title}
      className="min-w-0"
      aside={
        ids.length === 0 && (
          <Link to="/collections" search={{}} className={seeAll}>
            {t('home.seeAll')}
          </Link>
        )
      }
    >
      {read.isError && <LoadError error={read.error} retry={() => void read.refetch()} />}
      {!read.isError && (
        <Slider slide={slide} words={{ back: t('slide.back'), on: t('slide.on') }} busy={!list}>
          {list
            ? list.map((collection) => <Card key={collection._id} collection={collection} />)
            : Array.from({ length: Math.min(quantity, 3) }, (_, index) => index).map((index) => (
                <Skeleton key={index} className="aspect-[16/10] rounded-lg" />
              ))}
        </Slider>
      )}
    </Section>
  )
}

/** A collection as one card among many. */
function CollectionTile({ collection }: { collection: Collection }) {
  const { t, language } = useText()
  return (
    <Link to="/collection/$idOrSlug" params={{ idOrSlug: collection.slug }} className="group block min-w-0">
      <Picture src={collection.image} alt="" className="rounded-md" />
      <p className="mt-2 truncate font-semibold group-hover:text-leaf">
        {inLanguage(collection.name, language)}
      </p>
      <p className="truncate text-sm text-soft">{t('common.pieces', { amount: `${collection.items}` })}</p>
    </Link>
  )
}

/** Collections to slide through, as wide pictures. */
export function PreviewSlider({ section }: { section: SectionOf<'preview-slider'> }) {
  const { language } = useText()
  const { content, source, collection_ids: ids, quantity } = section
  const title = content.title[language]
  if (!source) return <NoSource title={title} />
  return (
    <CollectionRow title={title} ids={ids} quantity={quantity} slide="preview-slide" card={CollectionCard} />
  )
}

type Cards = {
  section: SectionOf<'card-slider'>
  /** of what it reads, what stands elsewhere on the page */
  except: ((assets: readonly CardAsset[]) => readonly CardAsset[]) | undefined
}

function AssetCardRow({ section, except }: Cards) {
  const { t, language } = useText()
  const { content, asset_ids: ids, quantity } = section
  const pages = useInfiniteQuery(assetsRead(ids, quantity))
  const all = pages.data?.pages[0]?.list
  const left = except && all && ids.length === 0 ? except(all) : []
  const assets = all?.filter((asset) => !left.includes(asset)).slice(0, quantity)
  if (ids.length > 0 && assets?.length === 0) return null // nothing of what was chosen can be shown now
  return (
    <Section
      title={content.title[language]}
      className="min-w-0"
      aside={
        ids.length === 0 && (
          <Link to="/explore" search={{ status: ['listed'], sort: 'newest' }} className={seeAll}>
            {t('home.seeAll')}
          </Link>
        )
      }
    >
      {pages.isError ? (
        <LoadError error={pages.error} retry={() => void pages.refetch()} />
      ) : assets?.length === 0 ? (
        <Empty title={t('home.nothingYet')} />
      ) : (
        <AssetSlide assets={assets} waiting={quantity} />
      )}
    </Section>
  )
}

/** Cards to slide through. */
export function CardSlider({ section, except }: Cards) {
  const { language } = useText()
  const { content, source, collection_ids: ids, quantity } = section
  const title = content.title[language]
  if (!source) return <NoSource title={title} />
  if (source === 'assets') return <AssetCardRow section={section} except={except} />
  return (
    <CollectionRow title={title} ids={ids} quantity={quantity} slide="card-slide" card={CollectionTile} />
  )
}
