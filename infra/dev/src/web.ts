import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './config.ts'
import { hold } from './held-process.ts'

const STOP_GRACE_MS = 5_000
const web = join(root, 'web')

/** The folder of the built web app. */
export const webDist = join(web, 'dist')

/** What the build is made of. */
const sources = [
  ...['src', 'public', 'index.html', 'package.json', 'vite.config.ts', 'build.ts', 'build-chunks.ts'],
  ...['build-page.ts', 'ui/src', 'ui/build', 'ui/package.json', '../proto/http'],
].map((path) => join(web, path))

async function newest(path: string): Promise<number> {
  const about = await stat(path).catch(() => undefined)
  if (about === undefined) return 0
  if (!about.isDirectory()) return about.mtimeMs
  const times = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))))
  return Math.max(0, ...times)
}

/** Whether the built app is missing or older than what it is made of. */
export async function isWebStale(): Promise<boolean> {
  const built = await stat(join(webDist, 'index.html')).catch(() => undefined)
  if (built === undefined) return true
  return Math.max(...(await Promise.all(sources.map(newest)))) > built.mtimeMs
}

/**
 * Builds the web app in a process of its own; the former build serves until the new one is whole.
 * @param signal ends it early
 * @throws Error with the builder's last words
 */
export async function buildWeb(signal: AbortSignal): Promise<void> {
  const vite = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const next = join(root, 'node_modules', '.cache', `talad-web-${process.pid}`)
  await mkdir(dirname(next), { recursive: true })
  const builder = await hold({
    command: process.execPath,
    args: [
      join(dirname(vite), 'bin/vite.js'),
      'build',
      '--outDir',
      next,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const stop = () => void builder.stop(STOP_GRACE_MS)
  signal.addEventListener('abort', stop, { once: true })
  try {
    if ((await builder.gone) !== 0) throw new Error(`The web app could not be built:\n${builder.tail()}`)
    await rm(webDist, { recursive: true, force: true })
    await rename(next, webDist)
  } catch (error) {
    if (existsSync(join(webDist, 'index.html')) && !(await isWebStale())) return // somebody else has built it
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await rm(next, { recursive: true, force: true })
  }
}
