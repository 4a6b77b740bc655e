import { expect, test } from 'vitest'
import { rules } from '../src/guards/rules.ts'
import { problemsIn } from './plant.ts'

// Built from parts, so that these made-up rules are not taken for citations of the real ones.
const rule = (number: number) => `${'LG'}-${number}`
const [known, other, unknown] = [rule(901), rule(902), rule(999)]

const register = `# Rules\n\n- **${known}** G. Question. → **A lock is one lock.** — Reason.\n- **${other}** G. → **Two.**\n`
const table = `<!-- rules -->

| Rule   | Decision            | Code                         | Test                  |
| ------ | ------------------- | ---------------------------- | --------------------- |
| ${known} | A lock is one lock. | [src/a.ts](src/a.ts) | [src/a.test.ts](src/a.test.ts) |

<!-- /rules -->
`
const good = {
  'docs/rules.md': register,
  'infra/checks/finished-rules.json': JSON.stringify({ ledger: [known] }),
  'services/ledger/README.md': `# Ledger\n\n${table}`,
  'services/ledger/src/a.ts': `export const a = 1\nexport const b = 2 // ${known}: one lock\n`,
  'services/ledger/src/a.test.ts': `import { test } from 'vitest'\ntest('${known} holds', () => {})\n`,
}

test('a finished rule with its line, its test and its row passes', async () => {
  expect(await problemsIn(rules, good)).toEqual([])
})

test('a rule that stands in the register twice is refused', async () => {
  const again = `${register}- **${known}** G. → **Another text.**\n`
  expect(await problemsIn(rules, { ...good, 'docs/rules.md': again })).toContain(
    `docs/rules.md:5 has ${known} again, as in line 3`,
  )
})

test('a title that proves two rules proves both', async () => {
  const files = {
    ...good,
    'infra/checks/finished-rules.json': JSON.stringify({ ledger: [other] }),
    'services/ledger/src/a.ts': `// ${other}: one\n`,
    'services/ledger/src/a.test.ts': `it.each([1])('${known}, ${other} hold for %s', () => {})\n`,
  }
  expect(await problemsIn(rules, files)).toEqual([expect.stringContaining('stale')])
})

test('an id that the register lacks is refused wherever it stands', async () => {
  const found = await problemsIn(rules, {
    ...good,
    'services/ledger/src/b.ts': `const x = { rule: '${unknown}' }\n`,
  })
  expect(found).toEqual([`services/ledger/src/b.ts:1 cites ${unknown}, which docs/rules.md doesn't have`])
})

test('a finished rule that is only in a string is not decided in code', async () => {
  const found = await problemsIn(rules, {
    ...good,
    'services/ledger/src/a.ts': `export const a = '${known}'\n`,
  })
  expect(found).toContain(`services/ledger: no comment of its code names ${known}`)
})

test('a finished rule named late in a test title is not proven', async () => {
  const title = `test('a lock follows ${known}', () => {})\n`
  const found = await problemsIn(rules, { ...good, 'services/ledger/src/a.test.ts': title })
  expect(found).toContain(`services/ledger: no test title starts with ${known}`)
})

test('a rule proven only in another folder is not finished in this one', async () => {
  const { 'services/ledger/src/a.test.ts': moved, ...rest } = good
  const found = await problemsIn(rules, { ...rest, 'services/gateway/src/a.test.ts': moved })
  expect(found).toContain(`services/ledger: no test title starts with ${known}`)
})

/** A rule of an app, decided in its code and proven where a browser drives it. */
const driven = (app: string, testFile: string) => ({
  'docs/rules.md': register,
  'infra/checks/finished-rules.json': JSON.stringify({ [app]: [known] }),
  [`${app}/README.md`]: '# App\n\n<!-- rules -->\n<!-- /rules -->\n',
  [`${app}/src/a.tsx`]: `export const b = 2 // ${known}: one lock\n`,
  [testFile]: `import { test } from 'vitest'\ntest('${known} holds', () => {})\n`,
})

test.each(['web', 'admin-web'])(
  'a rule of %s is proven by a test that drives it in a browser',
  async (app) => {
    expect(await problemsIn(rules, driven(app, 'infra/e2e/test/a.int.test.ts'))).toEqual([
      `${app}/README.md: its rule table is stale: npm run rules -- --write`,
    ])
  },
)

test('a rule of an app is not proven elsewhere, nor one of a service in a browser', async () => {
  const unproven = (folder: string) => `${folder}: no test title starts with ${known}`
  const elsewhere = await problemsIn(rules, driven('web', 'infra/faults/test/a.int.test.ts'))
  expect(elsewhere).toContain(unproven('web'))
  const { 'services/ledger/src/a.test.ts': moved, ...rest } = good
  const inBrowser = await problemsIn(rules, { ...rest, 'infra/e2e/test/a.int.test.ts': moved })
  expect(inBrowser).toContain(unproven('services/ledger'))
})

test('a test of a browser decides nothing: the line stays with the app', async () => {
  const { 'web/src/a.tsx': _, ...rest } = driven('web', 'infra/e2e/test/a.int.test.ts')
  const found = await problemsIn(rules, {
    ...rest,
    'infra/e2e/src/a.ts': `// ${known}\n`,
    'web/src/b.ts': '',
  })
  expect(found).toContain(`web: no comment of its code names ${known}`)
})

test('a table that names the wrong file is stale', async () => {
  const { 'services/ledger/src/a.ts': moved, ...rest } = good
  expect(await problemsIn(rules, { ...rest, 'services/ledger/src/b.ts': moved })).toEqual([
    'services/ledger/README.md: its rule table is stale: npm run rules -- --write',
  ])
})

test('a finished folder without a table, without a README or without existing is refused', async () => {
  const { 'services/ledger/README.md': _, ...rest } = good
  expect(await problemsIn(rules, { ...rest, 'services/ledger/README.md': '# Ledger\n' })).toHaveLength(1)
  expect(await problemsIn(rules, rest)).toEqual(['services/ledger/README.md is missing'])
  const listed = { 'docs/rules.md': register, 'infra/checks/finished-rules.json': '{ "ledger": [] }' }
  expect(await problemsIn(rules, listed)).toHaveLength(1)
})

test('a rule decided in SQL counts as code', async () => {
  const { 'services/ledger/src/a.ts': _, ...rest } = good
  const sql = `create table lock (id text); -- ${known}\n`
  const found = await problemsIn(rules, { ...rest, 'services/ledger/prisma/migrations/1/migration.sql': sql })
  expect(found).toEqual([expect.stringContaining('stale')])
})

const coded = {
  ...good,
  'proto/http/ledger/rejections.ts': `export const rejections = {
    BROKEN: { status: 409, rule: '${known}' },
    ELSEWHERE: { status: 409, rule: '${other}' },
  }\n`,
}
const listed = {
  ...good,
  'proto/http/locks.ts': `import { z } from 'zod'\n/** ${known}: how it stands. */\nexport const lockState = z.enum(['open', 'half.shut'])\n`,
}
const tests = (body: string, beside = '') => ({
  'services/ledger/src/a.test.ts': `import { test } from 'vitest'\n${beside}test('${known} holds', () => {${body}})\ntest('another', () => say('BROKEN half.shut open'))\n`,
})

test('a code of a finished rule is named by a test of that rule, in either case', async () => {
  const where = `the rejections of ledger: no test whose title starts with ${known} names BROKEN`
  expect(await problemsIn(rules, { ...coded, ...tests('') })).toEqual([where])
  expect(await problemsIn(rules, { ...coded, ...tests(`say('NOT_BROKEN')`) })).toEqual([where])
  for (const one of ['BROKEN', 'broken'])
    expect(await problemsIn(rules, { ...coded, ...tests(`say('${one}')`) })).toEqual([])
  expect(
    await problemsIn(rules, { ...coded, ...tests('say(refusals)', `const refusals = ['BROKEN']\n`) }),
  ).toEqual([])
})

test('each state and reason of a list that names a finished rule is named by a test of that rule', async () => {
  expect(await problemsIn(rules, { ...listed, ...tests(`say('open')`) })).toEqual([
    `proto/http/locks.ts: no test whose title starts with ${known} names half.shut`,
  ])
  expect(await problemsIn(rules, { ...listed, ...tests(`say('open', 'half.shut')`) })).toEqual([])
})
