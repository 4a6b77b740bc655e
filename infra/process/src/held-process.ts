import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** A child that can't outlive us. */
export type Held = {
  pid: number
  /** Settles when it is gone, with its exit code; a signal gives 128 and its number. */
  gone: Promise<number>
  /** Asks it to end, waits, and kills it after `graceMs`. Safe to call twice. */
  stop(graceMs: number): Promise<void>
  /** Ends it at once, as a crash would. */
  kill(): void
  /** Its last output, for error messages. */
  tail(): string
}

export type HoldOptions = {
  command: string
  args: readonly string[]
  cwd?: string
  env?: Record<string, string | undefined>
  uid?: number
  gid?: number
  /** asks it to end; TERM by default */
  signal?: 'TERM' | 'INT'
  /** each line of its output */
  onLine?: (line: string) => void
}

const TAIL_LINES = 30
const KILL_POLL_MS = 20

// A shell holds the child: when standard input closes, by `stop` or by our death of whatever kind, the child is told
// to end. It has a session of its own, so that Ctrl-C in a terminal does not end it before those who use it.
const HOLDER = `
signal=$1
shift
exec 3<&0
"$@" 3<&- </dev/null &
held=$!
echo "pid $held"
( read -r _ <&3; kill -s "$signal" "$held" ) >/dev/null 2>&1 &
exec 3<&-
wait "$held"`

/** Starts a child process that ends with this one. @throws Error when there is no shell to hold it */
export async function hold(options: HoldOptions): Promise<Held> {
  const { command, args, cwd, env = process.env, uid, gid, signal = 'TERM', onLine = () => {} } = options
  const child = spawn('/bin/sh', ['-c', HOLDER, 'sh', signal, command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env,
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
  })
  child.stdin.on('error', () => {}) // the reader may be gone already when it is closed
  const gone = new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? 1))
  })
  child.once('exit', () => child.stdin.end())
  const tail: string[] = []
  const pid = await readPid(child, (line) => {
    tail.push(line)
    if (tail.length > TAIL_LINES) tail.shift()
    onLine(line)
  })
  const kill = () => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  }
  return {
    pid,
    gone,
    kill,
    tail: () => tail.join('\n'),
    async stop(graceMs) {
      child.stdin.end()
      const timer = setTimeout(kill, graceMs)
      await gone
      clearTimeout(timer)
    },
  }
}

function readPid(child: ChildProcess, onLine: (line: string) => void): Promise<number> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('a held process has no output to read')
  createInterface({ input: stderr }).on('line', onLine)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    let known = false
    createInterface({ input: stdout }).on('line', (line) => {
      const pid = known ? undefined : /^pid (\d+)$/.exec(line)?.[1]
      if (pid === undefined) return onLine(line)
      known = true
      resolve(Number(pid))
    })
    child.once('close', () => reject(new Error('a held process ended before it began')))
  })
}

/** Whether a process with this id runs, whoever owns it; one that has ended and was not collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return !existsSync('/proc/self/stat') // it has just gone, unless this is a system that has no such files
  }
}

/** Waits until a process is gone. @returns false when it is still there after `timeoutMs` */
export async function untilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await delay(KILL_POLL_MS)
  }
  return true
}
