import { stored } from '@talad/ui/browser/storage'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type Action, actionOf } from './keys.ts'

const kept = stored('talad.flags.keys', z.boolean(), () => window.localStorage)
/** A message that passes by is a dialog as well, and no window. */
const WINDOW = '[role=dialog]:not([aria-modal=false])'
const WRITES = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

/** Keys of the queue: off while somebody types or a window is open, and where they were switched off. */
export function useShortcuts(isAsking: boolean, act: (action: Action) => void) {
  const [isOn, setOn] = useState(() => kept.read() ?? true)
  const latest = useRef({ isAsking, act })
  latest.current = { isAsking, act }
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping = target instanceof Element && target.closest(WRITES)
      if (event.defaultPrevented || isTyping || document.querySelector(WINDOW)) return
      const action = actionOf(event, latest.current.isAsking)
      if (!action) return
      event.preventDefault()
      latest.current.act(action)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
  const turn = (next: boolean) => {
    kept.write(next)
    setOn(next)
  }
  return { isOn, turn }
}
