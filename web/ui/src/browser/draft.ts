import { useState } from 'react'

/**
 * What is written in a window, kept while the page is open: a tap beside the window closes it, and what was typed is
 * there when it is opened again.
 * @param kept what is being written, by whose it is and what about
 */
export function useDraft<T>(kept: Map<string, T>, key: string, empty: T) {
  const [draft, setDraft] = useState(kept.get(key) ?? empty)
  return {
    draft,
    change: (next: T) => {
      kept.set(key, next)
      setDraft(next)
    },
    /** it is sent */
    forget: () => void kept.delete(key),
  }
}
