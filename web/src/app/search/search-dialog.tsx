import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { ClockIcon } from '@talad/ui/components/more-icons'
import { useRef, useState } from 'react'
import { forgetSearches, recentSearches, rememberSearch } from '../../features/recent/searches.ts'
import { useLateText } from '../../i18n/late.ts'
import { LoadError } from '../../market/refusals/load-error.tsx'
import { Combobox, type OptionGroup } from './combobox.tsx'
import { usePlaces } from './places.tsx'
import { useSuggestions } from './suggestions.tsx'

/** Finds collections, items, wallets and places of the site, by typing. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLateText()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [recent, setRecent] = useState(recentSearches)
  const words = typed.trim()
  const found = useSuggestions(words)
  const wanted = words.toLowerCase()
  const places = usePlaces().filter(({ title, note = '' }) =>
    `${title} ${note}`.toLowerCase().includes(wanted),
  )
  const leaving = (group: OptionGroup, note: boolean): OptionGroup => ({
    ...group,
    options: group.options.map((option) => ({
      ...option,
      choose: () => {
        if (note) rememberSearch(words)
        onClose()
        option.choose()
      },
    })),
  })
  const again: OptionGroup = {
    id: 'recent',
    title: t('search.recent'),
    options: recent.map((before) => ({
      id: `recent-${before}`,
      title: before,
      mark: <ClockIcon />,
      choose: () => {
        setTyped(before)
        field.current?.focus()
      },
    })),
  }
  const groups = [
    ...(found.isSearching || recent.length === 0 ? [] : [again]),
    ...found.groups.map((group) => leaving(group, found.isSearching)),
    ...(places.length === 0
      ? []
      : [leaving({ id: 'places', title: t('search.places'), options: places }, false)]),
  ]
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  // the way to the page of results is always there; a wallet is what was looked for
  const isWallet = groups.some(({ id }) => id === 'wallets')
  const isNothing = found.isSearching && !found.pending && !found.error && count <= 1 && !isWallet
  return (
    <Dialog tall onClose={onClose} title={t('search.title')} focusFirst={field}>
      <Combobox
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        words={typed}
        onWords={setTyped}
        groups={groups}
        busy={found.pending}
        field={field}
      >
        {!found.isSearching && recent.length > 0 && (
          <Button
            look="plain"
            size="small"
            onClick={() => {
              forgetSearches()
              setRecent([])
              field.current?.focus()
            }}
          >
            {t('search.forget')}
          </Button>
        )}
      </Combobox>
      {found.error && (
        <div className="mt-4">
          <LoadError error={found.error} retry={found.retry} />
        </div>
      )}
      <p role="status" className={isNothing ? 'py-8 text-center text-soft' : 'sr-only'}>
        {isNothing ? t('search.none') : found.isSearching && !found.pending && t('search.count', { count })}
      </p>
    </Dialog>
  )
}
