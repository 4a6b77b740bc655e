import { verdictOf } from '../command.ts'
import { listFiles } from '../files.ts'
import type { Guard } from '../guard.ts'

/** The tests that need no database, broker or chain: `*.test.ts` without the `*.int.test.ts`. */
export const unit: Guard = {
  name: 'unit',
  inspect: async (root) => {
    const files = await listFiles(root)
    const pure = files.filter((path) => /\.test\.tsx?$/.test(path) && !/\.int\.test\.tsx?$/.test(path))
    if (pure.length === 0) return { problems: [] }
    const args = [
      'run',
      '--root',
      root,
      '--reporter=dot',
      '--project',
      '!*int',
      '--exclude',
      '**/*.int.test.*',
    ]
    return { problems: await verdictOf('vitest', args, { cwd: root }) }
  },
}
