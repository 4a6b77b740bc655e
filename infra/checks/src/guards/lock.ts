import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../command.ts'
import type { Guard } from '../guard.ts'

const remedy = 'npm install && node infra/checks/src/lock-main.ts'

/** `npm ci`, the first command of a newcomer, accepts the lock file. */
export const lock: Guard = {
  name: 'lock',
  inspect: async (root) => {
    if (!existsSync(join(root, 'package-lock.json'))) return { problems: [] }
    const args = ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund']
    const { ok, output } = await command('npm', args, { cwd: root })
    if (ok) return { problems: [] }
    const reasons = output.match(/(?:Missing|Invalid): .*/g) ?? [output]
    return { problems: [`package-lock.json is refused by npm ci: ${remedy}`, ...reasons] }
  },
}
