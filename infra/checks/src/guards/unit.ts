import { command, verdictOf } from '../command.ts'
import { isTypeScript, listFiles } from '../files.ts'
import type { Guard } from '../guard.ts'

const PROJECTS = ['--reporter=dot', '--project', '!*int', '--exclude', '**/*.int.test.*']

/** The tests that need no database, broker or chain: `*.test.ts` without the `*.int.test.ts`. */
export const unit: Guard = {
  name: 'unit',
  inspect: async (root) => {
    const files = await listFiles(root)
    const pure = files.filter((path) => /\.test\.tsx?$/.test(path) && !/\.int\.test\.tsx?$/.test(path))
    if (pure.length === 0) return { problems: [] }
    return { problems: await verdictOf('vitest', ['run', '--root', root, ...PROJECTS], { cwd: root }) }
  },
}

/** Those of them that load a file which differs from main. */
export const changedUnit: Guard = {
  name: 'unit',
  inspect: async (root) => {
    const lists = [
      ['diff', '--name-only', '--diff-filter=d', 'main...'],
      ['diff', '--name-only', '--diff-filter=d', 'HEAD'],
      ['ls-files', '--others', '--exclude-standard'],
    ]
    const outcomes = await Promise.all(lists.map((args) => command('git', args, { cwd: root })))
    const changed = outcomes.flatMap(({ ok, output }) => (ok ? output.split('\n') : [])).filter(isTypeScript)
    if (changed.length === 0) return { problems: [] }
    const args = ['related', '--run', '--passWithNoTests', '--root', root, ...PROJECTS, ...new Set(changed)]
    return { problems: await verdictOf('vitest', args, { cwd: root }) }
  },
}
