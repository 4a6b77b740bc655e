import { basename, dirname } from 'node:path/posix'
import { isTest, read } from '../files.ts'

/** A folder of deciders: they are broken in every small way, and each time a test beside them must fail. */
export type Judged = { service: string; sources: string[]; tests: string[] }

const decider = /^services\/[a-z][^/]*\/src\/(.+\/)?decide[^/]*\.ts$/

/** What a decider works on besides, where its tests are judged by that too. */
const beside: Readonly<Record<string, readonly string[]>> = {
  'ledger/transfer': ['legs.ts'],
  'moderation/flag-case': ['state.ts', 'publish.ts', 'changes.ts'],
  'moderation/suspension': ['state.ts'],
  'moderation/fee': ['state.ts'],
  'moderation/assessment': ['grade.ts'],
  'campaign/requirement': [
    'attempt.ts',
    'check.ts',
    'condition.ts',
    'decimal.ts',
    'definition.ts',
    'explain.ts',
    'look.ts',
    'matching.ts',
    'reasons.ts',
    'slots.ts',
  ],
}

/**
 * By the name of their folder, such as `ledger/transfer`, those that have unit tests beside them (B40). What fast-check
 * makes is the same in every run (`vitest.mutate.setup.ts`); other random input would kill a mutant in one run only.
 */
export async function decidersIn(root: string, files: readonly string[]): Promise<Map<string, Judged>> {
  const found = new Map<string, Judged>()
  for (const folder of new Set(files.filter((path) => decider.test(path)).map(dirname))) {
    const here = files.filter((path) => dirname(path) === folder && path.endsWith('.ts'))
    const name = folder.replace(/^services\//, '').replace(/\/src(?=\/|$)/, '')
    const sources = here.filter(
      (path) => (decider.test(path) && !isTest(path)) || beside[name]?.includes(basename(path)),
    )
    const tests: string[] = []
    for (const path of here.filter(isTest)) if (!/Math\.random/.test(await read(root, path))) tests.push(path)
    const service = folder.split('/').slice(0, 2).join('/')
    if (tests.some((path) => /\/decide/.test(path))) found.set(name, { service, sources, tests })
  }
  return found
}
