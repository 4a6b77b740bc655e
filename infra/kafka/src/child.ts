import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** Receives one line of a child's output or of our own progress. */
export type Log = (line: string) => void

/** A server process that we started and answer for. */
export type Child = {
  pid: number
  /** Settles when the process is gone, with its exit code, or null when a signal ended it. */
  gone: Promise<number | null>
  /** True once the process is gone. */
  isGone(): boolean
  /** Asks it to end and waits; after `graceMs` it is killed. Safe to call twice. */
  stop(graceMs: number): Promise<void>
  /** Ends it at once, as a crash would. */
  kill(): void
  /** Its last output, for error messages. */
  tail(): string
}

const TAIL_LINES = 40
const POLL_MS = 50

/**
 * Starts a server process whose output goes line by line to `log`; it is killed if this process exits first.
 * Throws when the command cannot be started.
 */
export async function startChild(command: string, args: string[], log: Log): Promise<Child> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const tail: string[] = []
  const keep = (line: string) => {
    tail.push(line)
    if (tail.length > TAIL_LINES) tail.shift()
    log(line)
  }
  createInterface({ input: child.stdout }).on('line', keep)
  createInterface({ input: child.stderr }).on('line', keep)
  const pid = await started(child, command)
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const gone = new Promise<number | null>((done) => {
    // 'close', not 'exit': the output is complete only then, and the tail explains a failed start.
    child.once('close', (code) => {
      process.removeListener('exit', killWithUs)
      done(code)
    })
  })
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const stop = async (graceMs: number) => {
    if (!isGone()) child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    await gone
    clearTimeout(timer)
  }
  return { pid, gone, isGone, stop, kill: killWithUs, tail: () => tail.join('\n') }
}

function started(child: ChildProcess, command: string): Promise<number> {
  return new Promise((done, failed) => {
    child.once('error', (cause) => failed(new Error(`${command} could not be started`, { cause })))
    child.once('spawn', () => done(child.pid ?? 0))
  })
}

/** Runs a command to its end. Throws with its last output when it fails or takes longer than `timeoutMs`. */
export async function run(
  command: string,
  args: string[],
  timeoutMs: number,
  log: Log = () => {},
): Promise<void> {
  const child = await startChild(command, args, log)
  const timer = setTimeout(() => child.kill(), timeoutMs)
  const code = await child.gone
  clearTimeout(timer)
  if (code !== 0) throw new Error(`${command} failed (exit code ${code ?? 'none, killed'})\n${child.tail()}`)
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
