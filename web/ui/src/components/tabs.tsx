import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

type Tab<V extends string> = { value: V; text: string; count?: string | undefined }
type Props<V extends string> = {
  label: string
  value: V
  tabs: readonly Tab<V>[]
  onChange: (value: V) => void
  /** what the chosen tab shows */
  children: ReactNode
}

/** Where a key leads in a row of tabs; undefined for keys that lead nowhere. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Slides a row sideways as far as one of its parts needs it. */
function slideTo(row: HTMLElement, part: HTMLElement): void {
  const [outer, inner] = [row.getBoundingClientRect(), part.getBoundingClientRect()]
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right
  else if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left
}

/**
 * Parts of a screen of which one is shown; which one stands in the address (WB-5). Arrows go along the row, Enter
 * chooses. Written by hand: screens that open with tabs don't wait for a library then.
 */
export function Tabs<V extends string>({ label, value, tabs, onChange, children }: Props<V>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  // the row may be wider than the screen: what is chosen is in sight, and the page stays where it is
  useEffect(() => {
    const chosen = document.getElementById(`${id}-${value}`)
    if (row.current && chosen) slideTo(row.current, chosen)
  }, [id, value])
  const walk = (event: KeyboardEvent) => {
    const buttons = [...(row.current?.querySelectorAll<HTMLButtonElement>('[role=tab]') ?? [])]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    const next = placeAfter(event.key, at, buttons.length)
    if (at < 0 || next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={walk}
        className="slide flex gap-7 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => {
          const isChosen = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}-panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className="-mb-px min-h-13 border-b-3 border-transparent font-semibold whitespace-nowrap text-soft transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-selected:border-leaf aria-selected:text-ink"
            >
              {tab.text}
              {tab.count !== undefined && (
                <span className="ml-1.5 text-sm font-normal text-soft tabular-nums">{tab.count}</span>
              )}
            </button>
          )
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is reached by Tab, as the pattern of tabs wants it
        tabIndex={0}
        className="pt-6 outline-offset-8"
      >
        {children}
      </div>
    </div>
  )
}
