import { Rejection } from '@talad/shared/rejection'

/** Gives back what was taken; more than once does nothing. */
export type Release = () => void

/** So many calls at once; the others wait for their turn, in order. */
export type Lane = {
  /** @throws Rejection SERVICE_BUSY when there is no turn in time, or too many wait already (GW-9) */
  enter(): Promise<Release>
  /** how many are under way, and how many wait */
  load(): { running: number; waiting: number }
}

/** @param options `width` calls at once, `queue` that wait, for at most `waitMs` */
export function createLane(options: { width: number; queue: number; waitMs: number }): Lane {
  const { width, queue, waitMs } = options
  const waiting = new Set<(release: Release) => void>()
  let running = 0

  function take(): Release {
    let held = true
    running += 1
    return () => {
      if (!held) return
      held = false
      running -= 1
      const [next] = waiting
      next?.(take())
    }
  }

  return {
    async enter() {
      if (running < width) return take()
      if (waiting.size >= queue) throw new Rejection('SERVICE_BUSY')
      return new Promise<Release>((resolve, reject) => {
        const turn = (release: Release) => {
          leave()
          resolve(release)
        }
        const leave = () => {
          clearTimeout(timer)
          waiting.delete(turn)
        }
        const timer = setTimeout(() => {
          leave()
          reject(new Rejection('SERVICE_BUSY'))
        }, waitMs)
        waiting.add(turn)
      })
    },
    load: () => ({ running, waiting: waiting.size }),
  }
}
