import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verdictOf } from '../command.ts'
import type { Guard } from '../guard.ts'

/** Format and lint, by biome.json of the root. */
export const format: Guard = {
  name: 'format',
  inspect: async (root) => {
    if (!existsSync(join(root, 'biome.json'))) return { problems: [] }
    const args = ['ci', '--max-diagnostics=20', '--diagnostic-level=warn', '--colors=off', '.']
    return { problems: await verdictOf('biome', args, { cwd: root }) }
  },
}
