import { isGenerated, isTest, listFiles, read } from '../files.ts'
import type { Guard } from '../guard.ts'

const WARN_ABOVE = 250
const FAIL_ABOVE = 300
/** Many short cases are read one by one. */
const TEST_FAILS_ABOVE = 350

/** No hand-written source file is too long to hold in mind. */
export const sizes: Guard = {
  name: 'sizes',
  inspect: async (root) => {
    const problems: string[] = []
    const warnings: string[] = []
    for (const path of await listFiles(root)) {
      if (!/\.(ts|tsx|sol|css)$/.test(path) || isGenerated(path)) continue
      const lines = (await read(root, path)).replace(/\n$/, '').split('\n').length
      const most = isTest(path) ? TEST_FAILS_ABOVE : FAIL_ABOVE
      if (lines > most) problems.push(`${path}: ${lines} lines, at most ${most} are allowed`)
      else if (lines > WARN_ABOVE) warnings.push(`${path}: ${lines} lines, aim at ${WARN_ABOVE}`)
    }
    return { problems, warnings }
  },
}
