import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command, verdictOf } from '../command.ts'
import type { Guard } from '../guard.ts'

/** The published events follow buf's lint rules and break no reader of what stands on main. */
export const buf: Guard = {
  name: 'buf',
  inspect: async (root) => {
    const cwd = join(root, 'proto')
    if (!existsSync(join(cwd, 'buf.yaml'))) return { problems: [] }
    const lint = await verdictOf('buf', ['lint'], { cwd })
    const base = await publishedRef(root)
    if (base === undefined) return { problems: lint }
    const against = `../.git#ref=${base},subdir=proto`
    return { problems: [...lint, ...(await verdictOf('buf', ['breaking', '--against', against], { cwd }))] }
  },
}

/** The commit that readers may already depend on, if it holds the module at all. */
async function publishedRef(root: string): Promise<string | undefined> {
  for (const ref of ['origin/main', 'main']) {
    const { ok, output } = await command('git', ['rev-parse', '--verify', `${ref}^{commit}`], { cwd: root })
    if (!ok) continue
    const module = await command('git', ['cat-file', '-e', `${output}:proto/buf.yaml`], { cwd: root })
    return module.ok ? output : undefined
  }
  return undefined
}
