import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { command } from './command.ts'

/** Every file that git tracks or would track, as sorted paths relative to `root` with forward slashes. */
export async function listFiles(root: string): Promise<string[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { ok, output } = await command('git', args, { cwd: root })
  if (!ok) throw new Error(`git could not list the files\n${output}`)
  // A tracked file may have been deleted a moment ago.
  const paths = output.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
  return [...new Set(paths)].toSorted()
}

export function read(root: string, path: string): Promise<string> {
  return readFile(join(root, path), 'utf8')
}

/** What a program wrote and git holds, which the guard `generated` compares with its source. */
export function isGenerated(path: string): boolean {
  return path.startsWith('contracts/abi/')
}

/** Test code: test files, and what only they use. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /(^|\/)(test|testing|tests|e2e)\//.test(path)
}

export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path) && !path.endsWith('.d.ts')
}
