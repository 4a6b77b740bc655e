import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read } from '../src/files.ts'
import { buf } from '../src/guards/buf.ts'
import { dead } from '../src/guards/dead.ts'
import { format } from '../src/guards/format.ts'
import { generated } from '../src/guards/generated.ts'
import { lock } from '../src/guards/lock.ts'
import { types } from '../src/guards/types.ts'
import { unit } from '../src/guards/unit.ts'
import { commit, plant, problemsIn, write } from './plant.ts'

const every = [buf, dead, format, generated, lock, types, unit]

test.each(every)('$name passes where there is nothing to guard', async (guard) => {
  expect(await problemsIn(guard, {})).toEqual([])
})

test('format refuses a file that is not formatted and a fault that the linter knows', async () => {
  const found = await problemsIn(format, { 'biome.json': '{}', 'a.ts': 'export const a   = 1;\n' })
  expect(found.join()).toContain('formatting output')
  const lint = await problemsIn(format, { 'biome.json': '{}', 'a.ts': 'debugger;\n' })
  expect(lint.join()).toContain('noDebugger')
})

test('format refuses a literal that is spread into another, of which the compiler checks no field', async () => {
  const files = {
    'biome.json': '{ "plugins": ["./plain.grit"], "formatter": { "enabled": false } }',
    'plain.grit': await read(join(import.meta.dirname, '..'), 'plain-literals.grit'),
  }
  const spread = {
    'a.ts': 'export const a = { b: 1, ...{ c: 2 } };\n',
    'b.tsx': 'export const b = <div {...{ id: "c" }} />;\n',
  }
  const found = (await problemsIn(format, { ...files, ...spread })).join()
  for (const path of Object.keys(spread)) expect(found).toContain(`${path}:1:`)
  expect(found).toContain('Write the fields of this literal plainly')
  const plain = 'export const a = (b: object, c: boolean) => ({ ...b, ...(c && { d: [...[1]] }) });\n'
  expect(await problemsIn(format, { ...files, 'a.ts': plain })).toEqual([])
})

test('types refuses a wrong type in either project', async () => {
  const wrong = "export const a: number = 'a'\n"
  const project = JSON.stringify({ compilerOptions: { noEmit: true, types: [] }, include: ['*.ts'] })
  const root = await plant({ 'tsconfig.json': project, 'a.ts': 'export {}\n', 'web/tsconfig.json': project })
  await write(root, { 'web/b.ts': wrong })
  expect((await types.inspect(root)).problems.join()).toContain('web/b.ts')
})

test('unit refuses a failing test and leaves those that need real parts alone', async () => {
  const failing = "import { expect, test } from 'vitest'\ntest('planted', () => expect(1).toBe(2))\n"
  const passing = "import { test } from 'vitest'\ntest('fine', () => {})\n"
  expect((await problemsIn(unit, { 'a.test.ts': failing })).join()).toContain('planted')
  expect(await problemsIn(unit, { 'a.test.ts': passing, 'b.int.test.ts': failing })).toEqual([])
})

test('dead refuses an export and a file that nobody uses', async () => {
  const root = await plant({
    'package.json': '{ "name": "planted", "main": "main.ts" }',
    'main.ts': "import { used } from './a.ts'\nused()\n",
    'a.ts': 'export const used = () => {}\nexport const forgotten = 1\n',
    'b.ts': 'export {}\n',
  })
  const found = (await dead.inspect(root)).problems.join()
  expect(found).toContain('forgotten')
  expect(found).toContain('b.ts')
})

const proto = (field: string) =>
  `syntax = "proto3";\n\npackage shop.v1;\n\nmessage Sold {\n  ${field} = 1;\n}\n`
const module = { 'proto/buf.yaml': 'version: v2\nlint:\n  use: [STANDARD]\nbreaking:\n  use: [FILE]\n' }

test('buf refuses a message against its lint rules', async () => {
  const found = await problemsIn(buf, { ...module, 'proto/shop/v1/events.proto': proto('string BadName') })
  expect(found.join()).toContain('lower_snake_case')
})

test('buf refuses a change that breaks readers of what stands on main', async () => {
  const root = await plant({ ...module, 'proto/shop/v1/events.proto': proto('string id') })
  commit(root)
  expect((await buf.inspect(root)).problems).toEqual([])
  await write(root, { 'proto/shop/v1/events.proto': proto('int64 id') })
  expect((await buf.inspect(root)).problems.join()).toContain('changed type')
})

test('lock refuses a lock file that npm ci would refuse', async () => {
  const manifest = { name: 'planted', version: '1.0.0', dependencies: { shop: 'file:shop' } }
  const found = await problemsIn(lock, {
    'package.json': JSON.stringify(manifest),
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'planted' } } }),
    'shop/package.json': '{ "name": "shop", "version": "1.0.0" }',
  })
  expect(found[0]).toContain('refused by npm ci')
  expect(found[1]).toContain('Missing: shop')
})

test('generated refuses contracts whose own check fails', async () => {
  const manifest = (exit: number) =>
    `{ "name": "contracts", "scripts": { "compile": "echo stale; exit ${exit}; #" } }`
  const root = { 'package.json': '{ "name": "planted", "workspaces": ["contracts"] }' }
  expect(await problemsIn(generated, { ...root, 'contracts/package.json': manifest(0) })).toEqual([])
  expect(await problemsIn(generated, { ...root, 'contracts/package.json': manifest(1) })).toEqual([
    expect.stringContaining('stale'),
  ])
})
