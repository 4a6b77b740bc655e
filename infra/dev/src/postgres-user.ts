import { execFileSync, spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

/** How a command is started so that Postgres, which refuses to be root, accepts it. */
export type RunAs = { uid?: number; gid?: number; prefix: readonly string[] }

const USER = 'postgres'
const asOurselves: RunAs = { prefix: [] }

/**
 * Chooses the user that Postgres runs as: ourselves, unless we are root. Then it is the system's user `postgres`, which
 * is made when it is missing. Where that user can't reach the folders (a clone below /root, say, which is closed to
 * others), it is lent the right to pass through folders and nothing else; the data stays where it belongs.
 * @param folders that must be reached
 * @throws Error that says what to do
 */
export function chooseUser(folders: readonly string[], log: (line: string) => void): RunAs {
  if (process.getuid?.() !== 0) return asOurselves
  const { uid, gid } = findUser() ?? makeUser(log)
  if (folders.every((folder) => canReach(folder, { uid, gid }))) return { uid, gid, prefix: [] }
  const prefix = capabilities.map((capability) => lend(capability, uid, gid))
  const working = prefix.find((one) => folders.every((folder) => works(one, folder)))
  if (working) return { prefix: working }
  throw new Error(
    [
      `Postgres doesn't run as root, and its user "${USER}" can't reach ${folders.join(' or ')}.`,
      'Either work as an ordinary user, or move the project to a folder that others may pass through',
      '(for example /srv/talad), or name a Postgres server of your own in DATABASE_URL.',
    ].join('\n'),
  )
}

function findUser(): { uid: number; gid: number } | undefined {
  const ask = (flag: string) => {
    const { status, stdout } = spawnSync('id', [flag, USER], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  }
  const [uid, gid] = [ask('-u'), ask('-g')]
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function makeUser(log: (line: string) => void): { uid: number; gid: number } {
  log(`Postgres does not run as root: the system user "${USER}" is made for it`)
  try {
    execFileSync('groupadd', ['--system', '--force', USER])
    execFileSync('useradd', ['--system', '--gid', USER, '--no-create-home', '--shell', '/bin/false', USER])
  } catch (cause) {
    throw new Error(
      `The system user "${USER}" could not be made. Work as an ordinary user, or set DATABASE_URL.`,
      { cause },
    )
  }
  const user = findUser()
  if (!user) throw new Error(`the system user "${USER}" is not found though it was made`)
  return user
}

function canReach(folder: string, { uid, gid }: { uid: number; gid: number }): boolean {
  return spawnSync('test', ['-x', folder], { uid, gid, cwd: '/' }).status === 0
}

// The first is enough; containers often have the second only.
const capabilities = ['dac_read_search', 'dac_override'] as const

function lend(capability: string, uid: number, gid: number): string[] {
  const right = `+${capability}`
  return [
    ...['setpriv', '--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
    ...['--bounding-set', `-all,${right}`, '--inh-caps', `-all,${right}`, '--ambient-caps', `-all,${right}`],
  ]
}

function works([command = '', ...args]: readonly string[], folder: string): boolean {
  return spawnSync(command, [...args, 'ls', dirname(folder)], { cwd: '/', stdio: 'ignore' }).status === 0
}
