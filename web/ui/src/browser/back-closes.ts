import { useEffect, useId, useRef } from 'react'

const MARK = 'sheet'
/** A browser that says nothing of a step back. */
const STEP_MS = 500

function mark(): unknown {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null ? Reflect.get(state, MARK) : undefined
}

/** Until the entry of a window that closed is taken back: one that is made before would be taken back in its place. */
let leaving: Promise<void> | undefined

function stepBack(): void {
  leaving = new Promise((resolve) => {
    const done = () => {
      window.clearTimeout(limit)
      window.removeEventListener('popstate', done)
      leaving = undefined
      resolve()
    }
    const limit = window.setTimeout(done, STEP_MS)
    window.addEventListener('popstate', done)
    window.history.back()
  })
}

/** Gives a window an entry of the history. @returns takes it back */
export function enterHistory(id: string, close: () => void): () => void {
  let isOpen = false
  let isGone = false
  const enter = async () => {
    while (leaving) await leaving
    if (isGone) return
    const state: unknown = window.history.state
    window.history.pushState({ ...(typeof state === 'object' ? state : {}), [MARK]: id }, '')
    isOpen = true
  }
  const timer = window.setTimeout(() => void enter())
  const hear = () => isOpen && mark() !== id && close()
  window.addEventListener('popstate', hear)
  return () => {
    isGone = true
    window.clearTimeout(timer)
    window.removeEventListener('popstate', hear)
    // what closes a window often leads on in the same moment: then this is no longer the last entry
    if (isOpen) window.setTimeout(() => mark() === id && stepBack())
  }
}

/**
 * The browser's Back closes what is open over a page instead of leaving the page: it has an entry of the history for as
 * long as it is open. Where something else came after that entry (the window led to another page), nothing is taken back.
 */
export function useBackCloses(onClose: () => void): void {
  const id = useId()
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => enterHistory(id, () => close.current()), [id])
}
