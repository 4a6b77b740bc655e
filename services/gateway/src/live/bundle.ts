import type { Entry } from './hub.ts'

/** What concerns somebody comes as it happens; lists, which many watch, are read again less often. */
const waitMsOf = (event: Entry['event']): number => (event === 'market' ? 1_000 : 300)

export type Bundle = {
  add(entry: Entry): void
  /** Sends what waits, now. */
  flush(): void
  /** Forgets what waits. */
  close(): void
}

/** An update takes the place of an earlier one of its subject, and stands where it happened. */
function put(into: Map<string, Entry>, entry: Entry): Map<string, Entry> {
  const key = `${entry.event} ${entry.subject}`
  into.delete(key)
  return into.set(key, entry)
}

/** How updates go out together: of several of one subject only the last, in the order of their ids. */
export function bundleText(entries: Iterable<Entry>): string {
  const bySubject = new Map<string, Entry>()
  for (const entry of entries) put(bySubject, entry)
  return [...bySubject.values()].map(({ text }) => text).join('')
}

/**
 * Gathers updates and sends them together. When one is due all go, also those that could wait longer: an id that was
 * read says that everything before it was told.
 */
export function createBundle(send: (text: string) => void): Bundle {
  const waiting = new Map<string, Entry>()
  let due = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  function close(): void {
    clearTimeout(timer)
    due = Number.POSITIVE_INFINITY
    waiting.clear()
  }
  function flush(): void {
    const text = bundleText(waiting.values())
    close()
    if (text !== '') send(text)
  }

  return {
    add(entry) {
      put(waiting, entry)
      const waitMs = waitMsOf(entry.event)
      const entryDue = performance.now() + waitMs
      if (entryDue >= due) return
      due = entryDue
      clearTimeout(timer)
      timer = setTimeout(flush, waitMs)
    },
    flush,
    close,
  }
}
