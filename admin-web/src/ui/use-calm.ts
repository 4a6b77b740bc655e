import { useEffect, useState } from 'react'

/** A pause in typing shows what was typed; while one types on, it is shown now and then: 200 keys in 10 s at most 17 times. */
const PAUSE_MS = 80
const LONGEST_MS = 600

/** What changes quickly, less often; its last value soon after the last change. */
export function calmed<T>(show: (value: T) => void, pauseMs = PAUSE_MS, longestMs = LONGEST_MS) {
  let since: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    take(value: T): void {
      since ??= performance.now()
      clearTimeout(timer)
      const wait = Math.max(0, Math.min(pauseMs, longestMs - (performance.now() - since)))
      timer = setTimeout(() => {
        since = undefined
        show(value)
      }, wait)
    },
    stop: () => clearTimeout(timer),
  }
}

/** The same of what a component is given. */
export function useCalm<T>(value: T, pauseMs?: number, longestMs?: number): T {
  const [shown, setShown] = useState(value)
  const [calm] = useState(() => calmed<T>((next) => setShown(() => next), pauseMs, longestMs))
  useEffect(() => calm.take(value), [calm, value])
  useEffect(() => calm.stop, [calm])
  return shown
}
