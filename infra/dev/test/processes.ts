import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../src/config.ts'

/** A launcher under test. */
export type Started = {
  pid: number
  output(): string
  /** Settles with the exit code when it is gone; null after a signal. */
  gone: Promise<number | null>
  signal(name: NodeJS.Signals): void
  /** Waits until it has written a text. @throws Error with what it has written when it ends before, or after 90 s */
  says(text: string): Promise<void>
}

const SAYS_WITHIN_MS = 90_000

/** Starts the launcher on a data folder; other ports are free ones. */
export function startLauncher(folder: string, env: Record<string, string> = {}): Started {
  const ports = ['TALAD_PORT', 'TALAD_SANDBOX_PORT', 'TALAD_RPC_PORT', 'TALAD_POSTGRES_PORT']
  const child = spawn(process.execPath, [join(root, 'infra/dev/src/main.ts'), '--data', folder], {
    env: {
      ...process.env,
      ...Object.fromEntries(ports.map((name) => [name, '0'])),
      TALAD_DEMO: 'none',
      TALAD_WEB: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    pid: child.pid ?? 0,
    output: () => output,
    gone,
    signal: (name) => void child.kill(name),
    async says(text) {
      const deadline = performance.now() + SAYS_WITHIN_MS
      while (!output.includes(text)) {
        const ended = child.exitCode !== null || child.signalCode !== null
        if (ended || performance.now() > deadline) throw new Error(`it did not say "${text}":\n${output}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

/** Every process below one, at any depth. */
export function descendants(pid: number): number[] {
  const parents = existsSync('/proc/self/stat') ? parentsFromProc() : parentsFromPs()
  const children = (parent: number): number[] =>
    [...parents].filter(([, above]) => above === parent).flatMap(([child]) => [child, ...children(child)])
  return children(pid)
}

function parentsFromProc(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      parents.set(Number(name), Number(fields[1]))
    } catch {
      // gone in this moment
    }
  }
  return parents
}

function parentsFromPs(): Map<number, number> {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [pid = '', parent = ''] = line.trim().split(/\s+/)
      return [Number(pid), Number(parent)]
    }),
  )
}
