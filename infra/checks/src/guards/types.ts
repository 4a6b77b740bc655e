import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verdictOf } from '../command.ts'
import type { Guard } from '../guard.ts'

const projects = ['tsconfig.json', 'web/tsconfig.json', 'web/ui/tsconfig.json', 'admin-web/tsconfig.json']

/** Every TypeScript project type-checks. */
export const types: Guard = {
  name: 'types',
  inspect: async (root) => {
    const present = projects.filter((project) => existsSync(join(root, project)))
    const found = await Promise.all(
      present.map((project) => verdictOf('tsc', ['-p', project], { cwd: root })),
    )
    return { problems: found.flat() }
  },
}
