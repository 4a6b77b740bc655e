import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hold } from '@talad/process/held-process'
import { root } from '../src/config.ts'

/** A launcher under test. */
export type Started = {
  pid: number
  output(): string
  /** Settles with the exit code when it is gone; after a signal that is 128 and its number. */
  gone: Promise<number>
  signal(name: NodeJS.Signals): void
  /** Waits until it has written a text. @throws Error with what it has written when it ends before, or after 90 s */
  says(text: string): Promise<void>
}

const SAYS_WITHIN_MS = 90_000

/** The launcher itself, and npm as a newcomer types it. */
const commands = {
  node: [process.execPath, join(root, 'infra/dev/src/main.ts')],
  npm: ['npm', '--prefix', root, 'start', '--'],
}

/**
 * Starts the launcher on a data folder; other ports are free ones. It ends with the test run, whatever ends that.
 * @param by the process that can be signalled: the launcher, or npm above it
 */
export async function startLauncher(
  folder: string,
  env: Record<string, string> = {},
  by: keyof typeof commands = 'node',
): Promise<Started> {
  const ports = ['TALAD_PORT', 'TALAD_SANDBOX_PORT', 'TALAD_RPC_PORT', 'TALAD_POSTGRES_PORT']
  let output = ''
  let ended = false
  const [command = '', ...args] = commands[by]
  const { pid, gone } = await hold({
    command,
    args: [...args, '--data', folder],
    env: {
      ...process.env,
      ...Object.fromEntries(ports.map((name) => [name, '0'])),
      TALAD_DEMO: 'none',
      TALAD_FSYNC: '1', // as everybody has it, though tests of the whole do without
      TALAD_WEB: '0',
      ...env,
    },
    onLine: (line) => {
      output += `${line}\n`
    },
  })
  void gone.then(() => {
    ended = true
  })
  return {
    pid,
    output: () => output,
    gone,
    signal: (name) => {
      if (!ended) process.kill(pid, name)
    },
    async says(text) {
      const deadline = performance.now() + SAYS_WITHIN_MS
      while (!output.includes(text)) {
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
