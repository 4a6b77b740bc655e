import { useEffect, useState } from 'react'

/** The time, read again each `everyMs`: for countdowns and "5 minutes ago". */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), everyMs)
    return () => window.clearInterval(timer)
  }, [everyMs])
  return now
}

/** A value that follows `value` once it has rested for `delayMs`. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), delayMs)
    return () => window.clearTimeout(timer)
  }, [value, delayMs])
  return rested
}
