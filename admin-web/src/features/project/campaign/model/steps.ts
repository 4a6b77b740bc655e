import { useState } from 'react'

const MOST = 100

/** What was written before and after; `mark`: which field the last step was typed into. */
export type Steps<T> = {
  past: readonly T[]
  now: T
  future: readonly T[]
  mark: string | undefined
}

export const begin = <T>(now: T): Steps<T> => ({ past: [], now, future: [], mark: undefined })

/** What is typed into one field is one step. */
export function step<T>({ past, now, mark: last }: Steps<T>, next: T, mark: string | undefined): Steps<T> {
  const isSame = mark !== undefined && mark === last
  return { past: isSame ? past : [...past, now].slice(-MOST), now: next, future: [], mark }
}

export function undo<T>(steps: Steps<T>): Steps<T> {
  const { past, now, future } = steps
  const before = past.at(-1)
  if (before === undefined) return steps
  return { past: past.slice(0, -1), now: before, future: [now, ...future], mark: undefined }
}

export function redo<T>(steps: Steps<T>): Steps<T> {
  const { past, now, future } = steps
  const [next, ...rest] = future
  if (next === undefined) return steps
  return { past: [...past, now], now: next, future: rest, mark: undefined }
}

/** The steps of what is written elsewhere; where that was loaded anew there is nothing to undo. */
export function useSteps<T>(now: T, put: (next: T) => void) {
  const [kept, setKept] = useState(() => begin(now))
  const steps = kept.now === now ? kept : begin(now)
  const go = (next: Steps<T>) => {
    setKept(next)
    put(next.now)
  }
  return {
    change: (next: T, mark?: string) => go(step(steps, next, mark)),
    undo: steps.past.length > 0 ? () => go(undo(steps)) : undefined,
    redo: steps.future.length > 0 ? () => go(redo(steps)) : undefined,
  }
}
