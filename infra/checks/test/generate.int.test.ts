import { cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../src/generate.ts'
import { generated } from '../src/guards/generated.ts'
import { commit, modules, plant, write } from './plant.ts'

const message = (field: string) =>
  `syntax = "proto3";\n\npackage shop.v1;\n\nmessage Sold {\n  ${field} = 1;\n}\n`

const schema = (field: string) => `generator client {
  provider = "prisma-client"
  output = "../src/generated"
  moduleFormat = "esm"
  runtime = "nodejs"
  importFileExtension = "ts"
}

datasource db {
  provider = "postgresql"
}

model Thing {
  ${field}
}
`
const messagePath = 'proto/shop/v1/events.proto'
const schemaPath = 'services/shop/prisma/schema.prisma'
const client = 'services/shop/src/generated'

const sources = {
  '.gitignore': 'node_modules\n.talad\ngen/\ngenerated/\n',
  'proto/buf.yaml': 'version: v2\n',
  'proto/buf.gen.yaml':
    'version: v2\nplugins:\n  - local: protoc-gen-es\n    out: gen\n    opt: [target=ts]\n',
  [messagePath]: message('string id'),
  [schemaPath]: schema('id String @id'),
  'services/plain/package.json': '{}',
}

/** What the generators make of the sources: they take seconds, so they run once. */
let made: string
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'talad-generated-'))
  await write(made, sources)
  await symlink(modules, join(made, 'node_modules'))
  expect(await generate(made)).toEqual({ made: ['proto/gen', client], problems: [] })
})
afterAll(() => rm(made, { recursive: true, force: true }))

/** A repository whose code was generated, and that the guard has nothing against. */
async function plantGenerated(): Promise<string> {
  const root = await plant(sources)
  for (const output of ['proto/gen', client])
    await cp(join(made, output), join(root, output), { recursive: true })
  expect((await generated.inspect(root)).problems).toEqual([])
  return root
}

const stale = (output: string) => `${output} is not what its source gives now: npm run generate`

test('what has not changed is not generated again', async () => {
  const root = await plantGenerated()
  const before = await stat(join(root, 'proto/gen'))
  expect(await generate(root)).toEqual({ made: [], problems: [] })
  expect((await stat(join(root, 'proto/gen'))).ino).toBe(before.ino)
})

test('messages are generated anew when their source changes, and only they', async () => {
  const root = await plantGenerated()
  await write(root, { [messagePath]: message('string name') })
  expect((await generated.inspect(root)).problems).toEqual([stale('proto/gen')])
  expect(await generate(root)).toEqual({ made: ['proto/gen'], problems: [] })
  expect(await readFile(join(root, 'proto/gen/shop/v1/events_pb.ts'), 'utf8')).toContain('name: string')
})

test('a database client is generated anew when its schema changes', async () => {
  const root = await plantGenerated()
  await write(root, { [schemaPath]: schema('name String @id') })
  expect((await generated.inspect(root)).problems).toEqual([stale(client)])
  expect(await generate(root)).toEqual({ made: [client], problems: [] })
})

test('generated code that somebody changed or added to is made anew', async () => {
  const root = await plantGenerated()
  await write(root, { 'proto/gen/old_pb.ts': '' })
  expect((await generated.inspect(root)).problems).toEqual([stale('proto/gen')])
  expect((await generate(root)).made).toEqual(['proto/gen'])
  expect((await generated.inspect(root)).problems).toEqual([])
})

test('a generator that fails says why, and leaves what was there', async () => {
  const root = await plantGenerated()
  await write(root, { [messagePath]: message('strong id'), [schemaPath]: schema('id Strong @id') })
  const { made: written, problems } = await generate(root)
  expect(written).toEqual([])
  expect(problems).toEqual([
    expect.stringMatching(/^proto\/gen could not be generated from (.|\n)*strong/),
    expect.stringMatching(/^services\/shop\/src\/generated could not be generated from (.|\n)*Strong/),
  ])
  expect(await readFile(join(root, 'proto/gen/shop/v1/events_pb.ts'), 'utf8')).toContain('id: string')
})

test('generated code in git is refused', async () => {
  const root = await plantGenerated()
  await write(root, { '.gitignore': 'node_modules\n.talad\n' })
  commit(root)
  expect((await generated.inspect(root)).problems).toEqual([
    expect.stringContaining('proto/gen is in git'),
    expect.stringContaining(`${client} is in git`),
  ])
})
