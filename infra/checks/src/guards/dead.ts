import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verdictOf } from '../command.ts'
import type { Guard } from '../guard.ts'

const config = 'infra/checks/knip.json'

/** No file, export or dependency that nobody uses. */
export const dead: Guard = {
  name: 'dead',
  inspect: async (root) => {
    if (!existsSync(join(root, 'package.json'))) return { problems: [] }
    const args = ['--no-progress', '--no-config-hints', '--reporter', 'compact']
    if (existsSync(join(root, config))) args.push('--config', config)
    return { problems: await verdictOf('knip', args, { cwd: root }) }
  },
}
