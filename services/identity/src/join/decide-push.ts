import { Rejection } from '@talad/shared/rejection'

/** A push, as far as it is known how it was answered. */
export type Push = {
  openedAt: Date
  answer: 'approved' | 'rejected' | undefined
  answeredAt: Date | undefined
}

export const WINDOW_MS = 10 * 60_000
/** ID-13: unanswered ones a phone within ten minutes. */
const MOST_UNANSWERED = 3
/** ID-13: how long a "no" stops the browser that asked. */
export const STOP_MS = 3600_000

const secondsUntil = (end: number, now: Date) => Math.ceil((end - now.getTime()) / 1000)

/**
 * ID-13: whether a phone may be asked once more. What was answered with yes bothers nobody.
 * @param ofPhone those of the last ten minutes @param ofBrowser those of the last hour
 * @throws Rejection PUSH_STOPPED, PUSH_PAUSED
 */
export function mayPush(ofPhone: readonly Push[], ofBrowser: readonly Push[], now: Date): void {
  const refused = ofBrowser.flatMap(({ answer, answeredAt }) =>
    answer === 'rejected' && answeredAt ? [answeredAt.getTime() + STOP_MS] : [],
  )
  const stoppedUntil = Math.max(0, ...refused)
  if (stoppedUntil > now.getTime())
    throw new Rejection('PUSH_STOPPED', { details: { seconds: secondsUntil(stoppedUntil, now) } })
  const open = ofPhone
    .filter(({ answer, openedAt }) => answer !== 'approved' && now.getTime() - openedAt.getTime() < WINDOW_MS)
    .map(({ openedAt }) => openedAt.getTime())
    .sort((one, other) => other - one)
  const third = open[MOST_UNANSWERED - 1]
  if (third !== undefined)
    throw new Rejection('PUSH_PAUSED', { details: { seconds: secondsUntil(third + WINDOW_MS, now) } })
}
