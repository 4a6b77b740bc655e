import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { inLanguage } from '../../../lib/bilingual.ts'
import { formatCount } from '../../../lib/money.ts'
import { useDebounced } from '../../../lib/use-now.ts'
import { SearchIcon } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { collectionSearchQuery, collectionsQuery, SEARCH_MINIMUM } from '../api/collections.ts'

/** M§9: the search waits until the typing rests. */
const DEBOUNCE_MS = 300

/** Finds collections by a part of their name; before anything is typed it shows the largest ones. */
export function CollectionSearch({ onChosen }: { onChosen: () => void }) {
  const { t, language } = useText()
  const id = useId()
  const [words, setWords] = useState('')
  const rested = useDebounced(words.trim(), DEBOUNCE_MS)
  const found = useQuery(collectionSearchQuery(rested))
  const first = useQuery(collectionsQuery)
  const isSearching = rested.length >= SEARCH_MINIMUM
  const list = (isSearching ? found.data?.list : first.data?.list) ?? []
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {t('search.label')}
      </label>
      <div className="relative mb-3">
        <SearchIcon className="pointer-events-none absolute top-3.5 left-4 text-soft" />
        <input
          id={id}
          type="search"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          placeholder={t('search.placeholder')}
          className="h-12 w-full rounded-full border border-line bg-paper pr-4 pl-12 text-base"
        />
      </div>
      <ul aria-live="polite">
        {list.map((collection) => (
          <li key={collection._id}>
            <Link
              to="/collection/$idOrSlug"
              params={{ idOrSlug: collection.slug }}
              onClick={onChosen}
              className="flex items-center gap-3 rounded-md p-2 hover:bg-sunken"
            >
              <Picture src={collection.image} alt="" className="w-14 rounded-sm" />
              <span>
                <span className="block font-semibold">{inLanguage(collection.name, language)}</span>
                <span className="block text-sm text-soft">
                  {t('common.pieces', { amount: formatCount(collection.items) })}
                </span>
              </span>
            </Link>
          </li>
        ))}
        {isSearching && found.isSuccess && list.length === 0 && (
          <li className="py-6 text-center text-soft">{t('search.none')}</li>
        )}
      </ul>
    </div>
  )
}
