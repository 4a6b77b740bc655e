import { useEffect, useState } from 'react'

/** People begin to wonder: after this for what is read, and for what they have asked to be done. */
export const LONG_READ_MS = 4_000
export const LONG_ACTION_MS = 6_000

/** Whether `waiting` has been true for so long without a break. */
export function useLong(waiting: boolean, ms: number): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = window.setTimeout(() => setLong(true), ms)
    return () => {
      window.clearTimeout(timer)
      setLong(false)
    }
  }, [waiting, ms])
  return waiting && long
}
