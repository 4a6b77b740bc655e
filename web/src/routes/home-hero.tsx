import { inLanguage } from '@talad/proto/http/bilingual'
import { buttonClass } from '@talad/ui/components/button'
import { ArrowIcon, ShieldIcon } from '@talad/ui/components/icons'
import { Picture } from '@talad/ui/components/picture'
import { PriceTag } from '@talad/ui/components/price'
import { Skeleton } from '@talad/ui/components/status'
import { formatPrice } from '@talad/ui/format/money'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CardAsset } from '../features/asset/api/assets.ts'
import { type AssetFilter, assetPagesQuery } from '../features/asset/api/assets.ts'
import { assetName } from '../features/asset/components/asset-card.tsx'
import { useText } from '../i18n/index.ts'

/** The newest listings; the first of them open the page. */
export const newest = { state: 'li', sort: 'lt', direction: 'd' } as const satisfies AssetFilter
export const NEWEST = 15
const PIECES = 3

/** The newest piece of each collection first, so that the stall shows what kinds of things there are. */
export function stallOf(assets: readonly CardAsset[]): CardAsset[] {
  // what is paid with a token is explained on its own page, and not where people hear of the market first
  const good = assets.filter(
    ({ image, dynamic }) => image.r800 && dynamic.best_price?.original.symbol === 'THB',
  )
  const firsts = [...Map.groupBy(good, ({ collection }) => collection.id).values()].flatMap(
    ([first]) => first ?? [],
  )
  return [...firsts, ...good.filter((asset) => !firsts.includes(asset))].slice(0, PIECES)
}

function linkOf({ contract, token }: CardAsset) {
  return {
    to: '/assets/$blockchain/$contract/$token',
    params: { blockchain: contract.blockchain, contract: contract.address, token: token.id },
  } as const
}

/** A list of this page that could show more: it is read again sooner than others, some times. */
const FILLS_EVERY_MS = 12_000 // a little longer than the public cache keeps an answer (WB-10)
const FILLS_TIMES = 5

/**
 * How soon a list of the first page is read again: a market that has just been opened fills while somebody looks at it.
 * @param isWhole whether it shows all that has a place there
 */
export function readAgainIn(isWhole: boolean, { dataUpdateCount }: { dataUpdateCount: number }): number {
  return isWhole || dataUpdateCount > FILLS_TIMES ? 60_000 : FILLS_EVERY_MS
}

function isWholeStall({ pages: [first] }: InfiniteData<{ list: CardAsset[] }>): boolean {
  return first?.list.length === NEWEST && first.list.every(({ image }) => image.r800)
}

/** The piece that opens the page, with its price and the way to it. */
function Main({ asset }: { asset: CardAsset }) {
  const { t, language } = useText()
  const best = asset.dynamic.best_price
  const name = assetName(asset, language)
  return (
    <Link
      {...linkOf(asset)}
      className="group relative col-span-2 block overflow-hidden rounded-lg shadow-lift md:row-span-2"
    >
      <Picture
        eager
        src={asset.image.r360}
        large={asset.image.r800}
        sizes="(width >= 768px) 560px, 100vw"
        alt={name}
        className="aspect-[1/1] h-full"
      />
      <div className="absolute inset-x-0 bottom-0 flex items-end justify-between gap-4 bg-linear-to-t from-black/85 via-black/55 to-transparent px-4 pt-20 pb-4 text-white md:px-6 md:pb-6">
        <div className="min-w-0">
          <p className="truncate text-sm opacity-85">{inLanguage(asset.collection.name, language)}</p>
          <p className="truncate text-lg font-semibold md:text-xl">{name}</p>
          {best && <PriceTag text={formatPrice(best.original)} className="mt-1.5 text-xl md:text-2xl" />}
        </div>
        <span className={`${buttonClass('quiet', 'small')} shrink-0 border-transparent! md:max-lg:hidden`}>
          {t('home.see')} <ArrowIcon className="size-4" />
        </span>
      </div>
    </Link>
  )
}

function Side({ asset }: { asset: CardAsset }) {
  const { language } = useText()
  const best = asset.dynamic.best_price
  return (
    <Link {...linkOf(asset)} className="group relative block overflow-hidden rounded-lg shadow-card">
      <Picture
        src={asset.image.r360}
        large={asset.image.r800}
        sizes="(width >= 768px) 280px, 46vw"
        alt={assetName(asset, language)}
        className="h-full"
      />
      {best && <PriceTag text={formatPrice(best.original)} className="absolute bottom-3 left-3 text-base" />}
    </Link>
  )
}

const stall = 'grid grid-cols-2 gap-3 md:grid-cols-[1fr_1fr_1fr] md:grid-rows-2 md:gap-4'

/** What the market is, in one breath, beside things that are for sale right now. */
export function Hero() {
  const { t } = useText()
  const pages = useInfiniteQuery({
    ...assetPagesQuery(newest, NEWEST),
    refetchInterval: ({ state }) => readAgainIn(!state.data || isWholeStall(state.data), state),
  })
  const [main, ...side] = stallOf(pages.data?.pages[0]?.list ?? [])
  return (
    <div className="bg-linear-to-b from-leaf-wash to-paper">
      <div className="page grid items-center gap-6 pt-9 pb-2 md:grid-cols-[5fr_7fr] md:gap-8 lg:gap-14 md:pt-16 md:pb-10">
        <div>
          <h1 className="title text-2xl whitespace-pre-line lg:text-3xl xl:text-4xl">{t('home.title')}</h1>
          <p className="mt-3 max-w-md text-soft md:text-lg">{t('home.text')}</p>
          <p className="mt-5 hidden items-start gap-3 text-sm md:flex">
            <ShieldIcon className="mt-0.5 text-leaf" />
            <span className="max-w-sm">{t('home.safe')}</span>
          </p>
        </div>
        {main ? (
          <div className={stall}>
            <Main asset={main} />
            {side.map((asset) => (
              <Side key={asset._id} asset={asset} />
            ))}
          </div>
        ) : (
          pages.isPending && (
            <div className={stall}>
              <Skeleton className="col-span-2 aspect-square rounded-lg md:row-span-2" />
              <Skeleton className="aspect-square rounded-lg" />
              <Skeleton className="aspect-square rounded-lg" />
            </div>
          )
        )}
      </div>
    </div>
  )
}
