import { setTimeout as delay } from 'node:timers/promises'
import { holds } from '../proof.ts'
import type { Answer } from './doors.ts'

/** B24: whatever ends or lowers a session bites within this. */
export const BITES_MS = 5_000
const POLL_MS = 50

export const ms = (since: number) => Math.round(performance.now() - since)

/** Knocks until the answer is as it must be. @returns how long after `since` @throws Disproved when that is too late */
export async function bites(
  what: string,
  since: number,
  knock: () => Promise<Answer>,
  wanted: (answer: Answer) => boolean,
): Promise<number> {
  for (;;) {
    const answer = await knock()
    const took = ms(since)
    if (wanted(answer) && took <= BITES_MS) return took
    holds(took <= BITES_MS, `${what}: after ${took} ms the answer is ${answer.status} ${answer.code}`)
    await delay(POLL_MS)
  }
}
