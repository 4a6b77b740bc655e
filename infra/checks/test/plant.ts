import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Guard } from '../src/guard.ts'

export const modules = join(import.meta.dirname, '../../../node_modules')

/** A small repository with these files, in a temporary folder that goes when the test ends. */
export async function plant(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'talad-checks-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await symlink(modules, join(root, 'node_modules'))
  await write(root, { '.gitignore': 'node_modules\n', ...files })
  git(root, 'init', '--quiet', '--initial-branch=main')
  return root
}

/** Writes or replaces files of a planted repository. */
export async function write(root: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

/** Commits everything that is in the planted repository. */
export function commit(root: string): void {
  git(root, 'add', '--all')
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false']
  git(root, ...who, 'commit', '--quiet', '--message', 'planted')
}

function git(root: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** What the guard finds in a repository with just these files. */
export async function problemsIn(guard: Guard, files: Record<string, string>): Promise<string[]> {
  return (await guard.inspect(await plant(files))).problems
}
