import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

const tools = join(import.meta.dirname, '../../../node_modules/.bin')

export type Outcome = { ok: boolean; output: string }
type Options = { cwd: string; timeoutMs?: number; env?: Record<string, string> }

const TIMEOUT_MS = 300_000

/**
 * Runs a program, of this repository's node_modules first, and returns whether it succeeded with all that it
 * printed. A program that takes longer than `timeoutMs` is ended and counts as failed. Throws when there is none.
 */
export function command(name: string, args: string[], options: Options): Promise<Outcome> {
  const { cwd, timeoutMs = TIMEOUT_MS } = options
  const path = [tools, process.env.PATH].join(delimiter)
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...options.env, PATH: path }
  return new Promise((done, failed) => {
    const child = spawn(name, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    const timer = setTimeout(() => {
      chunks.push(Buffer.from(`\n${name} took longer than ${timeoutMs} ms`))
      child.kill('SIGKILL')
    }, timeoutMs)
    child.once('error', failed)
    child.once('close', (code) => {
      clearTimeout(timer)
      done({ ok: code === 0, output: Buffer.concat(chunks).toString().trim() })
    })
  })
}

/** The problems of a program whose exit code is the verdict. */
export async function verdictOf(name: string, args: string[], options: Options): Promise<string[]> {
  const { ok, output } = await command(name, args, options)
  return ok ? [] : [output === '' ? `${name} failed without a word` : output]
}
