import type { Section } from '@talad/proto/site/sections'

/** What can be taken back, step by step, oldest first; what was taken back, newest first. */
export type Steps = { past: readonly Section[][]; now: Section[]; ahead: readonly Section[][]; last?: Step }
type Step = { what: string; at: number }

/** Typing on in one field within so long is one step. */
const ONE_STEP_MS = 1_500
const MOST = 100

export const begin = (now: Section[]): Steps => ({ past: [], now, ahead: [] })

/** @param what which field of which section; the same again soon after is the same step */
export function step(steps: Steps, now: Section[], { what, at }: Step): Steps {
  const { past, last } = steps
  const goesOn = last?.what === what && at - last.at < ONE_STEP_MS
  return { past: goesOn ? past : [...past, steps.now].slice(-MOST), now, ahead: [], last: { what, at } }
}

export function undo({ past, now, ahead }: Steps): Steps {
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), now: before, ahead: [now, ...ahead] } : { past, now, ahead }
}

export function redo({ past, now, ahead }: Steps): Steps {
  const [next, ...rest] = ahead
  return next ? { past: [...past, now], now: next, ahead: rest } : { past, now, ahead }
}

/** A list with one of its sections a place up or down. */
export function moved(sections: readonly Section[], id: string, by: -1 | 1): Section[] {
  const from = sections.findIndex((one) => one.id === id)
  const one = sections[from]
  const to = from + by
  if (!one || to < 0 || to >= sections.length) return [...sections]
  const rest = sections.filter((other) => other !== one)
  return [...rest.slice(0, to), one, ...rest.slice(to)]
}
