import { useEffect, useRef, useState } from 'react'

/** A pause in typing shows what was typed; while one types on, it is shown now and then: 200 keys in 10 s at most 17 times. */
const PAUSE_MS = 80
const LONGEST_MS = 600

/** What changes quickly, less often; its last value soon after the last change. */
export function useCalm<T>(value: T, pauseMs = PAUSE_MS, longestMs = LONGEST_MS): T {
  const [shown, setShown] = useState(value)
  const since = useRef<number>(undefined)
  useEffect(() => {
    since.current ??= performance.now()
    const wait = Math.max(0, Math.min(pauseMs, longestMs - (performance.now() - since.current)))
    const timer = window.setTimeout(() => {
      since.current = undefined
      setShown(value)
    }, wait)
    return () => window.clearTimeout(timer)
  }, [value, pauseMs, longestMs])
  return shown
}
