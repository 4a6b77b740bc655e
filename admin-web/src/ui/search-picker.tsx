import { Picture } from '@talad/ui/components/picture'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { messageOf } from '../lib/refusal.ts'
import { useCalm } from './use-calm.ts'

/** The fewest characters that a search takes (AI-17). */
const LEAST = 2
/** Searches of an IP are counted (GW-24): one waits for the end of a word. */
const PAUSE_MS = 350
const LONGEST_MS = 1_500

/** Something that can be chosen; names are text of strangers. */
export type Choice = { id: string; name: string; detail: string; image: string | null }

type Props<C extends Choice> = {
  label: string
  /** begins the key of what is found */
  of: string
  find: (words: string, signal: AbortSignal) => Promise<C[]>
  taken: ReadonlySet<string>
  /** no more can be chosen */
  isFull?: boolean
  onPick: (choice: C) => void
}

/** Finds by words what is meant, and takes it by a press: nobody has to know an id. */
export function SearchPicker<C extends Choice>({ label, of, find, taken, isFull = false, onPick }: Props<C>) {
  const { t } = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const words = useCalm(typed.trim(), PAUSE_MS, LONGEST_MS)
  const isAsked = words.length >= LEAST
  const { data, error } = useQuery({
    queryKey: [of, 'found', words],
    queryFn: ({ signal }) => find(words, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const found = isAsked ? data : undefined
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => setTyped(target.value)}
        className="h-11 w-full rounded-md border border-line bg-surface px-4 focus-visible:border-leaf"
      />
      <p
        id={`${id}-note`}
        role="status"
        className={`text-sm ${error && isAsked ? 'text-chili' : 'text-soft'}`}
      >
        {isFull
          ? t('picker.full')
          : error && isAsked
            ? messageOf(error)
            : found
              ? t(found.length === 0 ? 'picker.none' : 'picker.found', { count: String(found.length) })
              : t('picker.hint')}
      </p>
      {found && found.length > 0 && (
        <ul className="grid max-h-96 gap-1 overflow-y-auto rounded-md border border-line p-1">
          {found.map((choice) => (
            <li key={choice.id}>
              <button
                type="button"
                disabled={isFull || taken.has(choice.id)}
                onClick={() => onPick(choice)}
                className="flex min-h-12 w-full items-center gap-3 rounded-sm px-2 text-left hover:bg-sunken disabled:opacity-60"
              >
                <ChoiceText choice={choice} />
                {taken.has(choice.id) && <span className="text-sm text-soft">{t('picker.taken')}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What something is known by: its picture, its name, where it is from. */
export function ChoiceText({ choice: { name, detail, image } }: { choice: Choice }) {
  return (
    <>
      <Picture src={image} alt="" className="size-10 shrink-0 rounded-sm" />
      <span className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-soft">{detail}</span>
      </span>
    </>
  )
}
