import { useSyncExternalStore } from 'react'

/** Where what is beside the page on a desk has room: the design's `lg`. */
const WIDE = '(width >= 64rem)'

function subscribe(listener: () => void) {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window is as wide as a desk's. What only shows there need not be fetched elsewhere. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
