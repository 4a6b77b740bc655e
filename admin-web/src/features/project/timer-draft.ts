import { fromLocal, toLocal } from './payload/local-time.ts'

/** CA-69: when something may be used, as it stands in the fields. */
export type TimerDraft = { limit: string; age: string; cooldown: string; start: string; end: string }
type Timer = {
  limit?: number | undefined
  age?: number | undefined
  cooldown?: number | undefined
  active_start?: string | undefined
  active_end?: string | undefined
}

const textOf = (number: number | undefined) => (number === undefined ? '' : String(number))
const localOf = (iso: string | undefined) => (iso === undefined ? '' : toLocal(Date.parse(iso)))

export const toTimerDraft = ({ limit, age, cooldown, active_start, active_end }: Timer): TimerDraft => ({
  limit: textOf(limit),
  age: textOf(age),
  cooldown: textOf(cooldown),
  start: localOf(active_start),
  end: localOf(active_end),
})

const isoOf = (ms: number) => (Number.isNaN(ms) ? '' : new Date(ms).toISOString())

/** What is not filled in is no bound. */
export const fromTimerDraft = ({ limit, age, cooldown, start, end }: TimerDraft): Timer => ({
  ...(limit.trim() !== '' && { limit: Number(limit) }),
  ...(age.trim() !== '' && { age: Number(age) }),
  ...(cooldown.trim() !== '' && { cooldown: Number(cooldown) }),
  ...(start !== '' && { active_start: isoOf(fromLocal(start)) }),
  ...(end !== '' && { active_end: isoOf(fromLocal(end)) }),
})
