import { expect, test } from 'vitest'
import { boundariesBut } from '../src/guards/boundaries.ts'
import { problemsIn } from './plant.ts'

const boundaries = boundariesBut([])

const workspaces = {
  'services/ledger/package.json': '{ "name": "@talad/ledger" }',
  'services/_shared/package.json': '{ "name": "@talad/shared" }',
  'services/_all/package.json': '{ "name": "@talad/services" }',
  'proto/package.json': '{ "name": "@talad/proto" }',
  'contracts/package.json': '{ "name": "@talad/contracts" }',
}

/** The one problem of a repository where this file holds this code. */
async function problem(path: string, code: string, more: Record<string, string> = {}): Promise<string> {
  const problems = await problemsIn(boundaries, { ...workspaces, ...more, [path]: code })
  expect(problems).toHaveLength(1)
  return problems[0] ?? ''
}

const decider = 'services/ledger/src/transfer/decide.ts'
const manifest = 'services/ledger/manifest.ts'
const table: [what: string, path: string, code: string, says: string][] = [
  ['a decider that imports a database', decider, "import pg from 'pg'", 'a decider imports only'],
  [
    'a decider that imports what lies outside its service',
    decider,
    "import { x } from '../../../../contracts/src/x.ts'",
    'a decider imports only',
  ],
  [
    'a decider that imports another shared module',
    decider,
    "import { x } from '@talad/shared/db'",
    'a decider imports',
  ],
  [
    'a part of a decider that imports a database',
    'services/ledger/src/transfer/decide-batch.ts',
    "import pg from 'pg'",
    'a decider imports only',
  ],
  ['a decider that exports from elsewhere', decider, "export * from 'pg'", 'a decider imports only'],
  [
    'a decider that loads a database late',
    decider,
    "const pg = await import('pg')",
    'a decider imports only',
  ],
  ['a decider that names a type of elsewhere', decider, "let x: import('pg').Pool", 'a decider imports only'],
  ['a decider that reads the clock', decider, 'const at = new Date()', 'arrive in the command'],
  [
    'a decider of another name that imports a database',
    'services/ledger/src/transfer/decide-batch.ts',
    "import pg from 'pg'",
    'a decider imports only',
  ],
  [
    'a state that reads the clock',
    'services/ledger/src/transfer/state.ts',
    'const at = Date.now()',
    'arrive in the command',
  ],
  [
    'an evolve that imports an id source',
    'services/ledger/src/transfer/evolve.ts',
    "import { newId } from '@talad/shared/ids'",
    'a decider imports only',
  ],
  ['a decider that rolls dice', decider, 'const x = Math.random()', 'arrive in the command'],
  [
    'a service that imports another by name',
    'services/gateway/src/app.ts',
    "import '@talad/ledger/app'",
    'no service imports',
  ],
  [
    'a service that imports another by path',
    'services/gateway/src/app.ts',
    "import '../../ledger/src/app.ts'",
    'no service',
  ],
  [
    'a service that starts another one',
    'services/gateway/src/app.ts',
    "import { loadService } from '@talad/services/services'",
    'no service imports',
  ],
  [
    "a service that imports another one's manifest past the list",
    'services/gateway/src/app.ts',
    "import { manifest } from '@talad/ledger/manifest'",
    'no service imports',
  ],
  [
    'a list of manifests that imports the kit',
    'services/_all/manifests.ts',
    "import { openDb } from '@talad/shared/db'",
    'the list of manifests imports',
  ],
  [
    'a list of services that loads one at once',
    'services/_all/services.ts',
    "import { service } from '@talad/ledger/service'",
    'what lists the services',
  ],
  [
    "a manifest that imports its service's insides",
    manifest,
    "import { TOPIC } from './src/transfer/publish.ts'",
    'a manifest imports only',
  ],
  ['a manifest that imports a package', manifest, "import pg from 'pg'", 'a manifest imports only'],
  [
    'a manifest that imports another module of the kit',
    manifest,
    "import { openDb } from '@talad/shared/db'",
    'a manifest imports only',
  ],
  [
    'a kit that imports a service',
    'services/_shared/src/db.ts',
    "import type { X } from '@talad/ledger/app'",
    'the shared kit',
  ],
  [
    'a contract that imports the kit',
    'proto/http/a.ts',
    "import '@talad/shared/money'",
    'proto, contracts and demo import no',
  ],
  [
    'Kafka spoken outside its adapter',
    'services/_shared/src/relay.ts',
    "import { Kafka } from 'kafkajs'",
    'kafkajs is',
  ],
  [
    'a database client with connections of its own',
    'services/ledger/src/account/read.ts',
    "import { PrismaPg } from '@prisma/adapter-pg'",
    'opened in deps.ts',
  ],
  [
    'a row that is written by Prisma',
    'services/ledger/src/account/read.ts',
    'export const f = ({ prisma }) => prisma.account.updateMany({})',
    'only reads',
  ],
  [
    'a raw statement by Prisma',
    'services/ledger/src/account/read.ts',
    'export const f = (deps) => deps.prisma.$executeRaw``',
    'only reads',
  ],
  [
    'code that imports a main program',
    'services/ledger/src/app.ts',
    "import './main.ts'",
    'nobody imports the program',
  ],
  [
    'code that reads the environment',
    'services/ledger/src/app.ts',
    'const x = process.env.HOME',
    'only a config.ts',
  ],
  [
    'code that hides reading it',
    'services/ledger/src/app.ts',
    "import { env } from 'node:process'",
    'imports process',
  ],
]

test.each(table)('%s is refused', async (_, path, code, says) => {
  const found = await problem(path, code)
  expect(found).toContain(`${path}:1`)
  expect(found).toContain(says)
})

test('a decider that loads a database through its own folder is refused', async () => {
  const events = { 'services/ledger/src/transfer/events.ts': "import pg from 'pg'" }
  expect(await problem(decider, "import { e } from './events.ts'", events)).toContain(
    'a decider loads this file',
  )
})

test('a decider that loads a database through another folder of its service is refused', async () => {
  const app = { 'services/ledger/src/app.ts': "import { openDb } from '@talad/shared/db'" }
  expect(await problem(decider, "import { x } from '../app.ts'", app)).toContain('a decider loads this file')
})

test('a decider that reads the clock through its own folder is refused', async () => {
  const age = { 'services/ledger/src/transfer/age.ts': 'export const age = (at) => Date.now() - at' }
  expect(await problem(decider, "import { age } from './age.ts'", age)).toContain(
    'age.ts:1 uses Date.now and a decider loads this file',
  )
})

test('a file of a decider that is listed passes, and is refused in the list once it is clean', async () => {
  const path = 'services/ledger/src/transfer/store.ts'
  const guard = boundariesBut([{ path, specifier: '@talad/shared/db' }])
  const files = { ...workspaces, [decider]: "import { x } from './store.ts'" }
  expect(await problemsIn(guard, { ...files, [path]: "import { y } from '@talad/shared/db'" })).toEqual([])
  expect(await problemsIn(guard, { ...files, [path]: '' })).toEqual([
    expect.stringContaining('take it off the list'),
  ])
})

test('everything the rules allow passes', async () => {
  const problems = await problemsIn(boundaries, {
    ...workspaces,
    [decider]:
      "import { Rejection } from '@talad/shared/rejection'\nimport { e } from './events.ts'\n// new Date()",
    'services/ledger/src/transfer/events.ts': "import { z } from 'zod'\nimport type { Pool } from 'pg'",
    [manifest]:
      "import { ledgerHttp } from '@talad/proto/http/ledger/credit'\nimport { defineManifest } from '@talad/shared/manifest'\nimport { rejections } from '@talad/proto/http/ledger/rejections'",
    'services/_all/manifests.ts': "import { manifest } from '@talad/ledger/manifest'",
    'services/_all/services.ts': "import type { Service } from '@talad/shared/service'",
    'services/ledger/src/service.ts':
      "import { manifests } from '@talad/services/manifests'\nimport { manifest } from '../manifest.ts'",
    'services/ledger/src/config.ts': 'export const home = process.env.HOME',
    'services/ledger/src/main.ts': "import './app.ts'\nrun(process.env)",
    'services/ledger/src/app.ts': "import { x } from '@talad/proto/http/ledger/credit'",
    'services/ledger/test/a.int.test.ts': 'process.env.REQUIRE_ALL',
    'services/_shared/src/bus/kafka.ts': "import { Kafka } from 'kafkajs'",
    'infra/dev/src/main.ts': "import '@talad/ledger/app'",
  })
  expect(problems).toEqual([])
})
