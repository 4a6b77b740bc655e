import { inLanguage } from '@talad/proto/http/bilingual'
import type { SectionOf } from '@talad/proto/site/sections'
import { buttonClass } from '@talad/ui/components/button'
import { ArrowIcon, ShieldIcon } from '@talad/ui/components/icons'
import { Picture } from '@talad/ui/components/picture'
import { PriceTag } from '@talad/ui/components/price'
import { Skeleton } from '@talad/ui/components/status'
import { formatPrice } from '@talad/ui/format/money'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CardAsset } from '../../features/asset/api/assets.ts'
import { assetName } from '../../features/asset/components/asset-card.tsx'
import { useHomeText } from '../../i18n/home.ts'
import { ContentLink } from './body.tsx'
import { assetsRead, NEWEST, PIECES, readAgainIn } from './reads.ts'

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

function isWholeStall({ pages: [first] }: InfiniteData<{ list: CardAsset[] }>): boolean {
  return first?.list.length === NEWEST && first.list.every(({ image }) => image.r800)
}

/** The piece that opens the page, with its price and the way to it. */
function Main({ asset }: { asset: CardAsset }) {
  const { t, language } = useHomeText()
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
  const { language } = useHomeText()
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

/** Things that are for sale right now: what was chosen, or the newest. */
function Stall({ ids }: { ids: readonly string[] }) {
  const pages = useInfiniteQuery({
    ...assetsRead(ids, PIECES),
    refetchInterval: ({ state }) => readAgainIn(!state.data || isWholeStall(state.data), state),
  })
  const list = pages.data?.pages[0]?.list ?? []
  const [main, ...side] = ids.length === 0 ? stallOf(list) : list.slice(0, PIECES)
  if (main)
    return (
      <div className={stall}>
        <Main asset={main} />
        {side.map((asset) => (
          <Side key={asset._id} asset={asset} />
        ))}
      </div>
    )
  if (!pages.isPending) return null
  return (
    <div className={stall}>
      <Skeleton className="col-span-2 aspect-square rounded-lg md:row-span-2" />
      <Skeleton className="aspect-square rounded-lg" />
      <Skeleton className="aspect-square rounded-lg" />
    </div>
  )
}

const grounds = {
  none: 'bg-linear-to-b from-leaf-wash to-paper',
  wash: 'bg-leaf-wash',
  sunken: 'bg-sunken',
} as const

type HeroProps = {
  section: SectionOf<'content-hero'>
  /** it is what its page is called */
  isFirst: boolean
}

/** What a site is, in one breath, beside things that are for sale, or a picture. */
export function Hero({ section: { content, source, asset_ids: ids }, isFirst }: HeroProps) {
  const { t, language } = useHomeText()
  const { title, text, image, background, position, link } = content
  const Title = isFirst ? 'h1' : 'h2'
  const beside = source ? (
    <Stall ids={ids} />
  ) : (
    image !== null && <Picture eager={isFirst} src={image} alt="" className="aspect-[16/10]! rounded-lg" />
  )
  const columns =
    position === 'center'
      ? 'justify-items-center text-center'
      : position === 'right'
        ? 'md:grid-cols-[7fr_5fr]'
        : 'md:grid-cols-[5fr_7fr]'
  return (
    <div className={grounds[background]}>
      <div
        className={`page grid items-center gap-6 pt-9 pb-2 md:gap-8 lg:gap-14 md:pt-16 md:pb-10 ${columns}`}
      >
        <div className={position === 'right' ? 'md:order-last' : ''}>
          {title[language] && (
            <Title className="title text-2xl whitespace-pre-line lg:text-3xl xl:text-4xl">
              {title[language]}
            </Title>
          )}
          {text[language] && (
            <p className="mt-3 max-w-md whitespace-pre-line text-soft md:text-lg">{text[language]}</p>
          )}
          {link && (
            <div className="mt-5">
              <ContentLink link={link} />
            </div>
          )}
          {source && (
            <p className="mt-5 hidden items-start gap-3 text-sm md:flex">
              <ShieldIcon className="mt-0.5 text-leaf" />
              <span className="max-w-sm">{t('home.safe')}</span>
            </p>
          )}
        </div>
        {beside}
      </div>
    </div>
  )
}
