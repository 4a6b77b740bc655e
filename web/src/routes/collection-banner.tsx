import { inLanguage } from '@talad/proto/http/bilingual'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Picture } from '@talad/ui/components/picture'
import { Fact } from '@talad/ui/components/section'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { assetPagesQuery } from '../features/asset/api/assets.ts'
import type { Collection } from '../features/collection/components/collection-card.tsx'
import { useText } from '../i18n/index.ts'
import { Heart } from '../market/people/heart.tsx'
import { SuspendedOverlay } from '../market/refusals/suspended-overlay.tsx'
import { ShareMenu } from '../market/sharing/share-menu.tsx'

const Creator = lazyPart(() => import('../features/collection/components/creator.tsx'))
const Verified = lazyPart(() => import('../features/collection/components/verified.tsx'))
const NeedCreator = lazyPart(() => import('../features/collection/components/need-creator.tsx'))

/** As many pictures as a wide screen shows side by side. */
export const SHELF = 8
/** As many as a phone shows: they are what its first screen is made of. */
const FIRST = 3

/** A small collection shows its pictures again: a wide screen has no empty end beside them. */
export function shelfOf(pictures: readonly { _id: string; src: string }[]) {
  const rounds = Math.ceil(SHELF / Math.max(1, pictures.length))
  return Array.from({ length: rounds }, (_, round) =>
    pictures.map(({ _id, src }) => ({ key: `${_id} ${round}`, src })),
  )
    .flat()
    .slice(0, SHELF)
}

/** A shelf of what is in the collection, behind its name. */
function Shelf({ collection }: { collection: Collection }) {
  const { t } = useText()
  const { _id, suspended } = collection
  const filter = { collection: _id, sort: 'ti', direction: 'a' } as const
  const pages = useInfiniteQuery(
    assetPagesQuery(suspended ? { ...filter, withSuspended: true } : filter, SHELF),
  )
  const pictures = pages.data?.pages[0]?.list.flatMap(({ _id, image }) =>
    image.r360 ? [{ _id, src: image.r360 }] : [],
  )
  return (
    <div className="relative">
      <div aria-hidden="true" className="flex h-44 overflow-hidden bg-sunken md:h-44">
        {shelfOf(pictures ?? []).map(({ key, src }, index) => (
          <Picture
            key={key}
            eager={index < FIRST}
            src={src}
            alt=""
            className={`h-full shrink-0 grow ${suspended ? '*:blur-xl!' : ''}`}
          />
        ))}
      </div>
      {suspended && (
        <SuspendedOverlay text={t('collection.suspended')} detail={t('collection.suspendedDetail')} />
      )}
    </div>
  )
}

/** Above this a text may take more than three lines on a phone. */
const FOLDED_ABOVE = 110

/** What its maker says of it, as text; a press unfolds what is more than three lines. */
function Description({ text }: { text: string }) {
  const look = 'max-w-prose break-words whitespace-pre-line text-soft'
  if (text.length <= FOLDED_ABOVE) return <p className={`mt-3 ${look}`}>{text}</p>
  return (
    <details className="group mt-3">
      <summary className={`line-clamp-3 cursor-pointer group-open:line-clamp-none ${look}`}>{text}</summary>
    </details>
  )
}

/** What a collection is: its pictures, its name, its figures. */
export function CollectionBanner({ collection }: { collection: Collection }) {
  const { t, language } = useText()
  const name = inLanguage(collection.name, language)
  return (
    <div className="border-b border-line bg-surface">
      <Shelf collection={collection} />
      <div className="page relative grid gap-5 pb-6 md:grid-cols-[auto_1fr] md:gap-8 md:pb-5">
        <Picture
          eager
          src={collection.image}
          alt={name}
          className="relative -mt-14 w-28 rounded-lg ring-4 ring-surface md:-mt-16 md:w-36"
        />
        <div className="md:pt-4">
          <div className="flex items-start justify-between gap-4">
            <h1 className="title text-2xl md:text-3xl">{name}</h1>
            <div className="flex shrink-0 gap-2">
              <Heart kind="collection" id={collection._id} name={name} />
              <ShareMenu text={name} />
            </div>
          </div>
          {collection.creator && (
            <Part fallback={<div className="min-h-6" />}>
              <Creator address={collection.creator} />
            </Part>
          )}
          {collection.verification.state === 'verified' && (
            <Part fallback={<div className="min-h-7" />}>
              <Verified verification={collection.verification} />
            </Part>
          )}
          {collection.verification.state === 'needed' && (
            <Part fallback={<div className="min-h-60" />}>
              <div className="mt-4 max-w-prose rounded-lg bg-sunken p-4">
                <NeedCreator contract={collection.contract.address} />
              </div>
            </Part>
          )}
          {collection.description && (
            <Description text={inLanguage(collection.description, language, '\n\n')} />
          )}
          <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-0 sm:*:border-l sm:*:border-line sm:*:px-7 sm:*:first:border-0 sm:*:first:pl-0">
            <Fact label={t('collection.floor')} large>
              {collection.floor ? formatBaht(collection.floor) : '–'}
            </Fact>
            <Fact label={t('collection.volume')} large>
              {formatBaht(collection.volume)}
            </Fact>
            <Fact label={t('collection.listed')} large>
              {formatCount(collection.listed)}
              <span className="text-base font-normal text-soft"> / {formatCount(collection.items)}</span>
            </Fact>
            <Fact label={t('collection.owners')} large>
              {formatCount(collection.owners)}
            </Fact>
          </dl>
        </div>
      </div>
    </div>
  )
}
