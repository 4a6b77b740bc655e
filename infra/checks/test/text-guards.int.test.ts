import { expect, test } from 'vitest'
import { links } from '../src/guards/links.ts'
import { migrations } from '../src/guards/migrations.ts'
import { secrets } from '../src/guards/secrets.ts'
import { sizes } from '../src/guards/sizes.ts'
import { commit, plant, problemsIn, write } from './plant.ts'

const lines = (count: number) => 'export {}\n'.repeat(count)

test('a source of too many lines fails, one of many warns, generated code is free', async () => {
  const sources = {
    'a.ts': lines(301),
    'b.ts': lines(300),
    'c.ts': lines(250),
    'contracts/abi/d.ts': lines(900),
  }
  const others = { 'a.test.ts': lines(351), 'b.test.ts': lines(350), 'generated/d.ts': lines(301) }
  expect(await sizes.inspect(await plant({ ...sources, ...others }))).toEqual({
    problems: [
      'a.test.ts: 351 lines, at most 350 are allowed',
      'a.ts: 301 lines, at most 300 are allowed',
      'generated/d.ts: 301 lines, at most 300 are allowed',
    ],
    warnings: ['b.test.ts: 350 lines, aim at 250', 'b.ts: 300 lines, aim at 250'],
  })
})

test('a link to a missing file, heading, line or place outside is refused', async () => {
  const readme = '[a](docs/no.md) [b](docs/a.md#none) [c](a.ts#L3) [d](../x.md)\n\n![e](no.png)\n'
  const files = { 'README.md': readme, 'docs/a.md': '# A\n', 'a.ts': 'export {}\n' }
  expect(await problemsIn(links, files)).toEqual([
    expect.stringContaining('docs/no.md, which is not there'),
    expect.stringContaining('docs/a.md has no such heading'),
    expect.stringContaining('lines move'),
    expect.stringContaining('outside the repository'),
    expect.stringContaining('no.png, which is not there'),
  ])
})

test('a path in a code span that is not there is refused, a pattern or a foreign path is not', async () => {
  const tour =
    '`services/a.ts` `services/no.ts` `services/*/main.ts` `application/json` `services/<name>/x.ts`\n'
  const files = { 'docs/tour.md': tour, 'services/a.ts': 'export {}\n' }
  expect(await problemsIn(links, files)).toEqual(['docs/tour.md:1 names services/no.ts, which is not there'])
})

test('links to files, headings of any script, folders and other sites pass, and examples are no links', async () => {
  const page =
    '# ตลาด กลาง\n\n[up](../README.md#two-words) [self](#ตลาด-กลาง) [web](https://example.com) [dir](.)\n'
  const files = { 'README.md': '# One\n\n## Two words\n\n```md\n[x](no.md)\n```\n', 'docs/a.md': page }
  expect(await problemsIn(links, files)).toEqual([])
})

const random = '8f2a559490d1c5b7e3f64a0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c0d'
// The first account of anvil, which every developer has seen.
const anvil = ['ac0974bec39a17e36ba4a6b4d238ff944bacb478c', 'bed5efcae784d7bf4f2ff80'].join('')

test.each([
  ['a private key', `const privateKey = '0x${random}'\n`],
  ['a private key', `-----BEGIN ${'EC PRIVATE'} KEY-----\n`],
  ['an access token', `token: ghp_${'a1'.repeat(18)}\n`],
  ['a cloud access key', `AKIA${'ABCD1234'.repeat(2)}\n`],
  ['a registry address', `registry${'='}https://npm.example\n`],
  ['a registry address', `  "resolved": ${'"https:'}//npm.example/x.tgz"\n`],
  ['a path of one machine', `see ${'/home'}/someone/talad\n`],
])('%s is refused', async (what, text) => {
  expect(await problemsIn(secrets, { 'a.md': text })).toEqual([`a.md:1 holds ${what}`])
})

test('the path of the checkout itself is refused', async () => {
  const root = await plant({})
  await write(root, { 'a.ts': `const x = '${root}/services'\n` })
  expect((await secrets.inspect(root)).problems).toEqual(['a.ts:1 holds a path of this machine'])
})

test('keys that anvil prints, plain test keys, hashes and routes pass', async () => {
  const code = `const privateKey = '0x${anvil}'
const other = { privateKey: '0x${'12'.repeat(32)}' }
const transactionHash = '0x${random}'
const route = '/home' + '/'
`
  expect(await problemsIn(secrets, { 'a.ts': code })).toEqual([])
})

test('a migration that was committed before may be neither changed nor removed, a new one may', async () => {
  const migration = (name: string) => `services/ledger/prisma/migrations/${name}/migration.sql`
  const root = await plant({ [migration('1_one')]: 'select 1;\n', [migration('2_two')]: 'select 2;\n' })
  commit(root)
  await write(root, { [migration('3_three')]: 'select 3;\n' })
  commit(root)
  expect((await migrations.inspect(root)).problems).toEqual([])

  await write(root, { [migration('2_two')]: 'select 22;\n', [migration('3_three')]: 'select 33;\n' })
  expect((await migrations.inspect(root)).problems).toEqual([
    `${migration('2_two')}: changed, but databases have run it`,
  ])
})
