import { isRetriable } from './db.ts'
import { VersionConflict } from './event-log.ts'

const MAX_TRIES = 20

/** True when a transaction lost a race: run again, it may get through. */
export function isConflict(error: unknown): boolean {
  return error instanceof VersionConflict || isRetriable(error)
}

/**
 * Runs a transaction again when it lost a race, with a little random delay.
 * @param work is told which try it is, from 1
 * @throws what `work` throws otherwise, and after `maxTries` also a lost race
 */
export async function retryOnConflict<T>(
  work: (attempt: number) => Promise<T>,
  maxTries = MAX_TRIES,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries)
    } catch (error) {
      if (!isConflict(error) || tries === maxTries) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * tries))
    }
  }
}
