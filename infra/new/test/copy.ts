import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readlink, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const original = join(import.meta.dirname, '../../..')

/** What a program printed. @throws Error with all of it when the program fails */
export function run(root: string, program: string, args: readonly string[], env: object = {}): string {
  const path = [join(original, 'node_modules/.bin'), process.env.PATH].join(':')
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env, PATH: path },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`)
  return stdout
}

const git = (root: string, ...args: string[]) => run(root, 'git', args)

/** This tree in a folder and a repository of its own, with the packages of this one; the caller removes it. */
export async function copyTree(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'talad-new-'))
  const listed = git(
    original,
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  )
  const paths = new Set(listed.split('\0').filter((path) => path !== ''))
  const folders = new Set([...paths].map((path) => path.split('/')[0] ?? ''))
  const isOurs = (path: string) => !path.endsWith('/node_modules') && !path.endsWith('/dist')
  for (const folder of folders)
    await cp(join(original, folder), join(root, folder), { recursive: true, filter: isOurs })
  await linkPackages(root)
  git(root, 'init', '--quiet', '--initial-branch=main')
  git(root, 'add', '--all')
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false']
  git(root, ...who, 'commit', '--quiet', '--message', 'before')
  return root
}

/** The packages are those of the original, the workspaces are the copy's own. */
async function linkPackages(root: string): Promise<void> {
  const from = join(original, 'node_modules')
  const to = join(root, 'node_modules')
  await mkdir(join(to, '@talad'), { recursive: true })
  for (const name of await readdir(from))
    if (name !== '@talad' && name !== '.vite') await symlink(join(from, name), join(to, name))
  for (const name of await readdir(join(from, '@talad')))
    await symlink(await readlink(join(from, '@talad', name)), join(to, '@talad', name))
}

/** The files that differ from the last commit, new ones too. */
export function changedFiles(root: string): string[] {
  return git(root, 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
    .toSorted()
}
