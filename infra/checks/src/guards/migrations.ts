import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../command.ts'
import { read } from '../files.ts'
import type { Guard } from '../guard.ts'

const migration = /(^|\/)prisma\/migrations\/.+\/migration\.sql$/

/** A migration that was committed before is never changed or removed: databases out there have run it. */
export const migrations: Guard = {
  name: 'migrations',
  inspect: async (root) => {
    const base = await earlierCommit(root)
    if (base === undefined) return { problems: [] }
    const listed = await command('git', ['ls-tree', '-r', '-z', '--name-only', base], { cwd: root })
    const paths = listed.output.split('\0').filter((path) => migration.test(path))
    const problems: string[] = []
    for (const path of paths) {
      if (!existsSync(join(root, path))) problems.push(`${path}: removed, but databases have run it`)
      else if (await differs(root, base, path)) problems.push(`${path}: changed, but databases have run it`)
    }
    return { problems }
  },
}

async function differs(root: string, base: string, path: string): Promise<boolean> {
  const then = await command('git', ['show', `${base}:${path}`], { cwd: root })
  return then.output !== (await read(root, path)).trim()
}

/** What is published, or else the commit before this one. */
async function earlierCommit(root: string): Promise<string | undefined> {
  for (const ref of ['origin/main', 'HEAD~1']) {
    const { ok, output } = await command('git', ['rev-parse', '--verify', `${ref}^{commit}`], { cwd: root })
    if (ok) return output
  }
  return undefined
}
