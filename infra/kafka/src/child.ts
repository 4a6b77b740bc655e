import { setTimeout as delay } from 'node:timers/promises'
import { type Held, hold } from '@talad/process/held-process'

/** Receives one line of a child's output or of our own progress. */
export type Log = (line: string) => void

/** A server process that we started and answer for. */
export type Child = Held & {
  /** True once the process is gone. */
  isGone(): boolean
}

const POLL_MS = 50

/**
 * Starts a server process whose output goes line by line to `log`. It ends with this process, however that ends: one
 * that is killed leaves no broker behind.
 */
export async function startChild(command: string, args: string[], log: Log): Promise<Child> {
  const held = await hold({ command, args, onLine: log })
  let gone = false
  void held.gone.then(() => {
    gone = true
  })
  return { ...held, isGone: () => gone }
}

/** Runs a command to its end. Throws with its last output when it fails or takes longer than `timeoutMs`. */
export async function run(
  command: string,
  args: string[],
  timeoutMs: number,
  log: Log = () => {},
): Promise<void> {
  const child = await startChild(command, args, log)
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill()
  }, timeoutMs)
  const code = await child.gone
  clearTimeout(timer)
  const how = late ? `killed after ${timeoutMs} ms` : `exit code ${code}`
  if (code !== 0) throw new Error(`${command} failed (${how})\n${child.tail()}`)
}

/**
 * Waits until `probe` resolves to true; a probe that throws counts as not yet.
 * Throws, and kills the child, when it ends first or is not ready after `timeoutMs`.
 */
export async function untilReady(
  child: Child,
  what: string,
  timeoutMs: number,
  probe: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await probe().catch(() => false))) {
    if (child.isGone()) {
      await child.gone
      throw new Error(`${what} ended while it was starting\n${child.tail()}`)
    }
    if (performance.now() > deadline) {
      child.kill()
      await child.gone
      throw new Error(`${what} did not answer within ${timeoutMs} ms\n${child.tail()}`)
    }
    await delay(POLL_MS)
  }
}
