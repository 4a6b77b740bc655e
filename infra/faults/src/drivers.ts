import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '@talad/process/held-process'
import { until } from '@talad/shared/testing/wait'

/** What is done to the processes of services. */
export type Drivers = {
  /** Ends a service's process at once (kill -9), as soon as it has one. @returns the process that was ended */
  kill(name: string): Promise<number>
  /** Waits until a service runs in another process than this one, and answers. @throws Error when it doesn't */
  back(name: string, pid: number | undefined): Promise<void>
  /** Stops a service's process where it is. @returns lets it go on, if it is still there */
  freeze(name: string): Promise<() => void>
}

const BACK_WITHIN_MS = 300_000
const LOOK_MS = 25

/** @param service as it runs now */
export function driversOf(service: (name: string) => { url: string; pid(): number }): Drivers {
  const livePid = async (name: string) => {
    for (;;) {
      const pid = service(name).pid()
      if (isAlive(pid)) return pid
      await delay(LOOK_MS)
    }
  }
  const answers = async (url: string) => {
    const asked = fetch(`${url}/livez`, { signal: AbortSignal.timeout(2_000) })
    return (await asked.catch(() => undefined))?.ok === true
  }
  return {
    async kill(name) {
      const pid = await livePid(name)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // it has just died of something else
      }
      return pid
    },
    async back(name, pid) {
      const { url, pid: now } = service(name)
      const isBack = async () => {
        if (now() !== pid && (await answers(url))) return true
        await delay(LOOK_MS)
        return false
      }
      await until(`${name} is back after it was killed`, isBack, BACK_WITHIN_MS)
    },
    async freeze(name) {
      const pid = await livePid(name)
      process.kill(pid, 'SIGSTOP')
      return () => {
        if (isAlive(pid)) process.kill(pid, 'SIGCONT')
      }
    },
  }
}
