import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { secrets as secretsGuard } from '@talad/checks/src/guards/secrets.ts'
import { root } from '@talad/dev/config'
import { hold } from '@talad/process/held-process'
import { type Figures, holds } from '../proof.ts'
import { type Canaries, findIn } from './canaries.ts'

const run = promisify(execFile)
const STOP_MS = 5_000
const PLENTY = 1 << 29

/** Every file of the web app, built where all secrets are in the environment, as they may be on a machine that builds. */
export async function bundleIsClean(
  folder: string,
  secrets: Canaries,
  forbidden: Canaries,
): Promise<Figures> {
  const web = join(root, 'web')
  const out = join(folder, 'bundle')
  const vite = join(
    dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  const env = Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) => [
      [name.replace(/[A-Z]/g, '_$&').toUpperCase(), value],
      [`PUBLIC_${name}`, value],
    ]),
  )
  const builder = await hold({
    command: process.execPath,
    args: [vite, 'build', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn'],
    cwd: web,
    env: { ...process.env, ...env, NODE_ENV: 'production' },
  })
  try {
    holds((await builder.gone) === 0, `the web app could not be built: ${builder.tail()}`)
  } finally {
    await builder.stop(STOP_MS)
  }
  const files = (await readdir(out, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  holds(files.length > 0, 'the built web app has no files')
  const never = { ...forbidden, 'the name of the key of an assessment (MO-21)': 'correct_index' }
  for (const file of files) {
    const found = findIn(await readFile(join(file.parentPath, file.name), 'latin1'), never)
    holds(found.length === 0, `the web app's ${file.name} holds ${found[0]}`)
  }
  return { 'files of the web app': files.length }
}

/** Tracked files, and every line that was ever added to one: no secret of this installation, no key at all. */
export async function repositoryIsClean(forbidden: Canaries): Promise<Figures> {
  const { problems } = await secretsGuard.inspect(root)
  holds(problems.length === 0, `a tracked file holds a secret: ${problems[0]}`)
  const { stdout: list } = await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: PLENTY })
  const names = list.split('\0').filter((name) => name !== '')
  for (const name of names) {
    const text = await readFile(join(root, name), 'latin1').catch(() => '') // deleted, and not noted yet
    const found = findIn(text, forbidden)
    holds(found.length === 0, `${name} holds ${found[0]}`)
  }
  const { stdout: history } = await run('git', ['log', '--all', '-p', '--no-color', '--unified=0'], {
    cwd: root,
    maxBuffer: PLENTY,
    encoding: 'latin1',
  })
  const added = history.split('\n').filter((line) => line.startsWith('+'))
  const key = added.find((line) => /-----BEGIN [A-Z ]*PRIVATE KEY-----(?!\/)/.test(line) && line.length < 60)
  holds(key === undefined, `a private key was committed once: ${key}`)
  holds(findIn(history, forbidden).length === 0, `the history holds ${findIn(history, forbidden)[0]}`)
  return { 'tracked files': names.length, 'lines of history': added.length }
}
