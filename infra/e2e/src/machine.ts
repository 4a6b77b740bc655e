import { pbkdf2Sync } from 'node:crypto'

const LOOK_MS = 500
/** About 20 ms of work: long enough that others who want the processor get it meanwhile. */
const ROUNDS = 20_000

/** How many times as long a piece of work takes as the processor works on it: 1 on a machine that does nothing else. */
function slowness(): number {
  const [since, used] = [performance.now(), process.threadCpuUsage()]
  pbkdf2Sync('yardstick', 'yardstick', ROUNDS, 64, 'sha512')
  const { user, system } = process.threadCpuUsage(used)
  return ((performance.now() - since) * 1_000) / (user + system)
}

/**
 * A yardstick for times that a rule names: watches the machine while something is timed.
 * @returns ends it, and tells how many times as long work took as it would have alone, at least 1
 */
export function watchMachine(): () => number {
  const seen = [slowness()]
  const timer = setInterval(() => seen.push(slowness()), LOOK_MS)
  return () => {
    clearInterval(timer)
    seen.push(slowness())
    return Math.max(1, seen.reduce((sum, one) => sum + one, 0) / seen.length)
  }
}
