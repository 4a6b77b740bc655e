import { SearchIcon } from '@talad/ui/components/icons'
import { Spinner } from '@talad/ui/components/spinner'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'

export type Option = {
  id: string
  title: string
  note?: string
  mark: ReactNode
  /** the language of the title, where it isn't the page's */
  lang?: string
  choose: () => void
}
export type OptionGroup = { id: string; title: string; options: readonly Option[] }

type RowProps = { option: Option; id: string; active: boolean; onActive: () => void }

function Row({ option, id, active, onActive }: RowProps) {
  return (
    // The keys of an option are those of the field, which keeps the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      role="option"
      id={id}
      aria-selected={active}
      lang={option.lang}
      onClick={option.choose}
      onPointerMove={onActive}
      className={`flex min-h-14 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 ${active ? 'bg-sunken' : ''}`}
    >
      <span className="inline-flex size-11 shrink-0 items-center justify-center text-soft">
        {option.mark}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{option.title}</span>
        {option.note && <span className="block truncate text-sm text-soft">{option.note}</span>}
      </span>
    </div>
  )
}

/** How far a key leads along the list. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }

type Props = {
  label: string
  placeholder: string
  words: string
  onWords: (words: string) => void
  groups: readonly OptionGroup[]
  busy: boolean
  field: RefObject<HTMLInputElement | null>
  /** below the list */
  children?: ReactNode
}

/** A field with a list that follows it: arrows go through the list, Enter takes the marked one, or the first. */
export function Combobox({ label, placeholder, words, onWords, groups, busy, field, children }: Props) {
  const id = useId()
  const options = groups.flatMap((group) => group.options)
  const [marked, setMarked] = useState<string>()
  const at = options.findIndex((option) => option.id === marked)
  const idOf = (option: Option) => `${id}-${option.id}`
  const active = at < 0 ? undefined : options[at]
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    // Enter while letters are being composed ends the composing
    if (event.nativeEvent.isComposing || options.length === 0) return
    if (step !== undefined) {
      event.preventDefault()
      const next = at < 0 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length
      setMarked(options[Math.abs(step) > 1 ? Math.max(0, Math.min(options.length - 1, at + step)) : next]?.id)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      ;(active ?? options[0])?.choose()
    }
  }
  return (
    <>
      <div className="relative">
        {busy ? (
          <Spinner className="absolute top-3.5 left-4 text-leaf" />
        ) : (
          <SearchIcon className="pointer-events-none absolute top-3.5 left-4 text-soft" />
        )}
        <input
          ref={field}
          role="combobox"
          aria-label={label}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={words}
          onChange={({ target }) => {
            setMarked(undefined)
            onWords(target.value)
          }}
          onKeyDown={onKeyDown}
          placeholder={placeholder}
          className="h-12 w-full rounded-md border border-line bg-paper pr-4 pl-12 text-base"
        />
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={label} className="mt-2">
        {groups.map(({ id: group, title, options: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
          <div key={group} role="group" aria-labelledby={`${id}-${group}`} className="pt-2">
            <div id={`${id}-${group}`} role="presentation" className="px-2 py-1 text-sm text-soft">
              {title}
            </div>
            {own.map((option) => (
              <Row
                key={option.id}
                option={option}
                id={idOf(option)}
                active={option.id === marked}
                onActive={() => setMarked(option.id)}
              />
            ))}
          </div>
        ))}
      </div>
      {children}
    </>
  )
}
