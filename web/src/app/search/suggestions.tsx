import type { Asset, Collection } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { useDebounced } from '@talad/ui/browser/use-now'
import { Face } from '@talad/ui/components/face'
import { PersonIcon, SearchIcon } from '@talad/ui/components/icons'
import { Picture } from '@talad/ui/components/picture'
import { WalletFace } from '@talad/ui/components/wallet-face'
import { isAddress, shortAddress } from '@talad/ui/format/address'
import { formatCount, formatPrice } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { assetSearchQuery } from '../../features/asset/api/assets.ts'
import { assetName } from '../../features/asset/components/asset-card.tsx'
import {
  collectionSearchQuery,
  collectionsQuery,
  SEARCH_MINIMUM,
} from '../../features/collection/api/collections.ts'
import { useLateText } from '../../i18n/late.ts'
import { type Named, peopleQuery } from '../../market/people/people.ts'
import type { Option, OptionGroup } from './combobox.tsx'

/** M§9: the search waits until the typing rests. */
const DEBOUNCE_MS = 300
const POPULAR = 5

function useOptions() {
  const { t, language } = useLateText()
  const navigate = useNavigate()
  return {
    collection: ({ _id, slug, name, image, items }: Collection): Option => ({
      id: _id,
      title: inLanguage(name, language),
      note: t('common.pieces', { amount: formatCount(items) }),
      mark: <Picture src={image} alt="" className="w-11 rounded-sm" />,
      choose: () => void navigate({ to: '/collection/$idOrSlug', params: { idOrSlug: slug } }),
    }),
    asset: (asset: Asset): Option => {
      const { contract, token, dynamic } = asset
      const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
      const collection = inLanguage(asset.collection.name, language)
      const price = dynamic.best_price && formatPrice(dynamic.best_price.original)
      return {
        id: asset._id,
        title: assetName(asset, language),
        note: price ? `${price} · ${collection}` : collection,
        mark: <Picture src={asset.image.r360} alt="" className="w-11 rounded-sm" />,
        choose: () => void navigate({ to: '/assets/$blockchain/$contract/$token', params: place }),
      }
    },
    all: (words: string): Option => ({
      id: 'all',
      title: t('search.all', { words }),
      mark: <SearchIcon />,
      choose: () => void navigate({ to: '/explore', search: { q: words } }),
    }),
    person: ({ display_name: name, picture }: Named): Option => ({
      id: `person-${name}`,
      title: name,
      note: t('search.openPerson'),
      mark: picture ? <Face picture={picture} className="size-9" /> : <PersonIcon />,
      choose: () => void navigate({ to: '/people/$who', params: { who: name } }),
    }),
    wallet: (address: string): Option => ({
      id: 'wallet',
      title: t('search.openWallet'),
      note: shortAddress(address),
      mark: <WalletFace address={address.toLowerCase()} className="size-9" />,
      choose: () => void navigate({ to: '/people/$who', params: { who: address.toLowerCase() } }),
    }),
  }
}

/** What the market has for some words; before there are any, its largest collections. */
export function useSuggestions(words: string) {
  const { t } = useLateText()
  const optionOf = useOptions()
  const rested = useDebounced(words, DEBOUNCE_MS)
  const isSearching = words.length >= SEARCH_MINIMUM
  const collections = useQuery(collectionSearchQuery(rested))
  const assets = useQuery(assetSearchQuery(rested))
  const people = useQuery({
    ...peopleQuery(rested),
    // an address is a wallet of its own
    enabled: isSearching && rested.length >= SEARCH_MINIMUM && !isAddress(rested),
  })
  const popular = useQuery({ ...collectionsQuery, enabled: !isSearching })
  const listed: [string, string, Option[]][] = isSearching
    ? [
        // Enter takes the first: all that is found, or the wallet whose address this is
        ['wallets', t('search.wallets'), isAddress(words) ? [optionOf.wallet(words)] : []],
        ['all', t('search.results'), isAddress(words) ? [] : [optionOf.all(words)]],
        ['people', t('search.people'), people.data?.map(optionOf.person) ?? []],
        ['collections', t('home.collections'), collections.data?.list.map(optionOf.collection) ?? []],
        ['items', t('favourite.assets'), assets.data?.list.map(optionOf.asset) ?? []],
      ]
    : [
        [
          ...(['popular', t('search.popular')] as const),
          popular.data?.list.slice(0, POPULAR).map(optionOf.collection) ?? [],
        ],
      ]
  const groups = listed.flatMap(([id, title, options]): OptionGroup[] =>
    options.length === 0 ? [] : [{ id, title, options }],
  )
  const pending = isSearching && (rested !== words || collections.isFetching || assets.isFetching)
  const error = isSearching ? (collections.error ?? assets.error) : popular.error
  const retry = () => void Promise.all([collections.refetch(), assets.refetch()])
  return { groups, pending, error, retry, isSearching }
}
