import { useEffect, useRef } from 'react'

const WRITES = 'input, textarea, select, [contenteditable]'

/** `/`, also where it is pressed on a Thai keyboard, and Ctrl-K or ⌘-K; the first only outside of fields. */
function isSearchKey(event: KeyboardEvent): boolean {
  const { key, code, ctrlKey, metaKey, altKey, target } = event
  if (altKey || event.defaultPrevented || event.repeat) return false
  if (ctrlKey || metaKey) return code === 'KeyK' && !event.shiftKey
  return (key === '/' || key === 'ฝ') && !(target instanceof Element && target.closest(WRITES))
}

/** Opens the search by its keys, unless a window is open already. */
export function useSearchKey(open: () => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || document.querySelector('[role=dialog]:not([aria-modal=false])')) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
