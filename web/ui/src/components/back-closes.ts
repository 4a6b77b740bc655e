import { useEffect, useId, useRef } from 'react'

const MARK = 'sheet'

function mark(): unknown {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? Reflect.get(state, MARK) : undefined
}

/**
 * The browser's Back closes what is open over a page instead of leaving the page: it has an entry of the history for as
 * long as it is open. Where something else came after that entry (the window led to another page), nothing is taken back.
 */
export function useBackCloses(onClose: () => void): void {
  const id = useId()
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    let isOpen = false
    const enter = window.setTimeout(() => {
      const state: unknown = window.history.state
      window.history.pushState({ ...(typeof state === 'object' ? state : {}), [MARK]: id }, '')
      isOpen = true
    })
    const hear = () => isOpen && mark() !== id && close.current()
    window.addEventListener('popstate', hear)
    return () => {
      window.clearTimeout(enter)
      window.removeEventListener('popstate', hear)
      // what closes a window often leads on in the same moment: then this is no longer the last entry
      if (isOpen) window.setTimeout(() => mark() === id && window.history.back())
    }
  }, [id])
}
