import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hold } from '@talad/process/held-process'
import { root } from './config.ts'

const STOP_GRACE_MS = 5_000

/** An app that is built: its folder, and what its build is made of, relative to that. */
type WebApp = { name: string; folder: string; sources: readonly string[] }

const shared = ['src', 'public', 'index.html', 'package.json', 'vite.config.ts', '../proto/http']
const web: WebApp = {
  name: 'web',
  folder: join(root, 'web'),
  sources: [
    ...shared,
    ...['build.ts', 'build-chunks.ts', 'build-page.ts', 'ui/src', 'ui/build', 'ui/package.json'],
  ],
}
const admin: WebApp = {
  name: 'admin-web',
  folder: join(root, 'admin-web'),
  sources: [...shared, '../web/ui/src', '../web/ui/build', '../web/ui/package.json'],
}
const apps = [web, admin]

const distOf = ({ folder }: WebApp) => join(folder, 'dist')

/** The folders of the built apps: the users' and the admins'. */
export const webDist = distOf(web)
export const adminDist = distOf(admin)

async function newest(path: string): Promise<number> {
  const about = await stat(path).catch(() => undefined)
  if (about === undefined) return 0
  if (!about.isDirectory()) return about.mtimeMs
  const times = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))))
  return Math.max(0, ...times)
}

async function isStale(app: WebApp): Promise<boolean> {
  const built = await stat(join(distOf(app), 'index.html')).catch(() => undefined)
  if (built === undefined) return true
  const times = await Promise.all(app.sources.map((path) => newest(join(app.folder, path))))
  return Math.max(...times) > built.mtimeMs
}

/** Whether one of the built apps is missing or older than what it is made of. */
export async function isWebStale(): Promise<boolean> {
  return (await Promise.all(apps.map(isStale))).includes(true)
}

/**
 * Builds the apps that are stale, each in a process of its own; the former build serves until the new one is whole.
 * @param signal ends it early
 * @throws Error with the builder's last words
 */
export async function buildWeb(signal: AbortSignal): Promise<void> {
  const built = await Promise.allSettled(
    apps.map(async (app) => {
      if (await isStale(app)) await build(app, signal)
    }),
  )
  for (const one of built) if (one.status === 'rejected') throw one.reason
}

async function build(app: WebApp, signal: AbortSignal): Promise<void> {
  const vite = createRequire(join(app.folder, 'package.json')).resolve('vite/package.json')
  const dist = distOf(app)
  const next = join(root, 'node_modules', '.cache', `talad-${app.name}-${process.pid}`)
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
    cwd: app.folder,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const stop = () => void builder.stop(STOP_GRACE_MS)
  signal.addEventListener('abort', stop, { once: true })
  try {
    if ((await builder.gone) !== 0) throw new Error(`${app.name} could not be built:\n${builder.tail()}`)
    await rm(dist, { recursive: true, force: true })
    await rename(next, dist)
  } catch (error) {
    if (existsSync(join(dist, 'index.html')) && !(await isStale(app))) return // somebody else has built it
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await rm(next, { recursive: true, force: true })
  }
}
