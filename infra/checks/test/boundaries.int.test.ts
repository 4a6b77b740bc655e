import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boundaries } from '../src/guards/boundaries.ts'
import { format } from '../src/guards/format.ts'
import { problemsIn } from './plant.ts'

const workspaces = Object.fromEntries(
  Object.entries({
    'services/ledger': 'ledger',
    'services/_shared': 'shared',
    'services/_market': 'market',
    'services/_all': 'services',
    proto: 'proto',
    contracts: 'contracts',
    demo: 'demo',
    web: 'web',
    'web/ui': 'ui',
    'admin-web': 'admin-web',
  }).map(([folder, name]) => [`${folder}/package.json`, `{ "name": "@talad/${name}" }`]),
)

const decider = 'services/ledger/src/transfer/decide.ts'
const manifest = 'services/ledger/manifest.ts'
const gateway = 'services/gateway/src/app.ts'
const read = 'services/ledger/src/account/read.ts'
const feature = 'web/src/features/order/api/orders.ts'
const ui = 'web/ui/src/a.tsx'

/** A file, its one line, and a part of what is said of it. */
const refused: [path: string, code: string, says: string][] = [
  [decider, "import pg from 'pg'", 'a decider imports only'],
  [decider, "import { x } from '../../../../contracts/src/x.ts'", 'a decider imports only'],
  [decider, "import { x } from '@talad/shared/db'", 'a decider imports only'],
  [decider, "export * from 'pg'", 'a decider imports only'],
  [decider, "const pg = await import('pg')", 'a decider imports only'],
  [decider, "let x: import('pg').Pool", 'a decider imports only'],
  [decider, "import { call } from '@talad/proto/http/client'", 'a decider imports only'],
  ['services/ledger/src/transfer/decide-batch.ts', "import pg from 'pg'", 'a decider imports only'],
  ['services/ledger/src/transfer/evolve.ts', "import '@talad/shared/ids'", 'a decider imports only'],
  [decider, 'const at = new Date()', 'arrive in the command'],
  ['services/ledger/src/transfer/state.ts', 'const at = Date.now()', 'arrive in the command'],
  [decider, 'const x = Math.random()', 'arrive in the command'],
  [gateway, "import '@talad/ledger/app'", 'no service imports'],
  [gateway, "import '../../ledger/src/app.ts'", 'no service imports'],
  [gateway, "import { loadService } from '@talad/services/services'", 'no service imports'],
  [gateway, "import { manifest } from '@talad/ledger/manifest'", 'no service imports'],
  [
    'services/_all/manifests.ts',
    "import { openDb } from '@talad/shared/db'",
    'the list of manifests imports',
  ],
  ['services/_all/services.ts', "import { service } from '@talad/ledger/service'", 'what lists the services'],
  [manifest, "import { TOPIC } from './src/transfer/publish.ts'", 'a manifest imports only'],
  [manifest, "import pg from 'pg'", 'a manifest imports only'],
  [manifest, "import { openDb } from '@talad/shared/db'", 'a manifest imports only'],
  ['services/_shared/src/db.ts', "import type { X } from '@talad/ledger/app'", 'the shared kit'],
  ['services/_shared/src/db.ts', "import '@talad/market/rates/usable'", 'the shared kit'],
  ['proto/http/a.ts', "import '@talad/shared/money'", 'proto, contracts and demo import no'],
  ['demo/src/a.ts', "import '../../infra/dev/src/a.ts'", 'proto, contracts and demo import no'],
  [read, 'export const f = ({ prisma }) => prisma.account.updateMany({})', 'only reads'],
  [read, 'export const f = (deps) => deps.prisma.$executeRaw``', 'only reads'],
  ['services/ledger/src/app.ts', "import './main.ts'", 'nobody imports the program'],
  ['web/src/a.tsx', "import '@talad/contracts/abi'", 'an app imports only'],
  ['admin-web/src/a.tsx', "import type { X } from '@talad/shared/money'", 'an app imports only'],
  ['web/src/a.tsx', "import '../../services/ledger/src/app.ts'", 'an app imports only'],
  ['web/src/a.tsx', "import '@talad/proto/gen/events'", 'an app imports only'],
  ['admin-web/src/a.tsx', "import '@talad/web/i18n/th'", 'an app imports only'],
  ['admin-web/src/a.tsx', "import '../../web/src/a.ts'", 'an app imports only'],
  ['web/src/a.tsx', "import '../ui/src/a.ts'", 'an app imports only'],
  ['web/src/a.tsx', "import '@talad/services/manifests'", 'an app imports only'],
  ['web/src/a.tsx', "import '@talad/demo/people'", 'an app imports only'],
  ['web/dev/a.ts', "import '../../infra/dev/src/a.ts'", 'an app imports only'],
  [ui, "import '@talad/web/i18n/th'", 'what the apps share imports'],
  [ui, "import '../../src/a.ts'", 'what the apps share imports'],
  [ui, "import '../../../admin-web/src/a.ts'", 'what the apps share imports'],
  [ui, "import '@talad/shared/money'", 'what the apps share imports'],
  [feature, "import type { X } from '../../asset/api/a.ts'", "don't import each other"],
  [feature, "const x = () => import('../../asset/api/a.ts')", "don't import each other"],
  ['web/src/lib/a.ts', "export * from '../features/asset/a.ts'", 'imports no feature'],
  [feature, "import '../../../routes/a.tsx'", 'a feature no page'],
  ['web/src/routes/a.tsx', "import '../app/root.tsx'", 'a page not the frame'],
  [feature, "import '../../../wallet/a.ts'", 'loaded only when'],
]

test.each(refused)('in %s, %s is refused', async (path, code, says) => {
  expect(await problemsIn(boundaries, { ...workspaces, [path]: code })).toEqual([
    expect.stringMatching(new RegExp(`^${path}:1 .*${says}`)),
  ])
})

test.each([
  [
    './events.ts',
    'services/ledger/src/transfer/events.ts',
    "import pg from 'pg'",
    'reach out of the process',
  ],
  ['../app.ts', 'services/ledger/src/app.ts', "import '@talad/shared/db'", 'reach out of the process'],
  [
    './age.ts',
    'services/ledger/src/transfer/age.ts',
    'export const age = (at) => Date.now() - at',
    'Date.now',
  ],
])('a decider that loads %s is refused what that reaches', async (specifier, path, code, says) => {
  const problems = await problemsIn(boundaries, {
    ...workspaces,
    [decider]: `import { x } from '${specifier}'`,
    [path]: code,
  })
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${path}:1 .*${says}`))])
  expect(problems[0]).toContain('a decider loads this file')
})

test('everything that the rules allow passes', async () => {
  const problems = await problemsIn(boundaries, {
    ...workspaces,
    [decider]: "import '@talad/shared/rejection'\nimport { e } from './events.ts'\n// new Date()",
    'services/ledger/src/transfer/events.ts': "import { z } from 'zod'\nimport type { Pool } from 'pg'",
    [manifest]: "import '@talad/proto/http/ledger/rejections'\nimport '@talad/shared/manifest'",
    'services/_all/manifests.ts': "import { manifest } from '@talad/ledger/manifest'",
    'services/_all/services.ts': "import type { Service } from '@talad/shared/service'",
    'services/ledger/src/service.ts': "import '@talad/services/manifests'\nimport '../manifest.ts'",
    'services/ledger/src/app.ts': "import '@talad/proto/http/ledger/credit'\nimport '@talad/market/audit'",
    'infra/dev/src/main.ts': "import '@talad/ledger/app'",
    'web/src/a.test.ts': "import '@talad/services/manifests'",
    'web/src/main.tsx': "import './app/root.tsx'\nimport 'react'",
    'web/src/app/root.tsx': "import '../routes/home.tsx'\nimport '@talad/ui/components/button'",
    'web/src/routes/home.tsx': "import '../features/order/api/orders.ts'\nimport '../features/asset/a.ts'",
    [feature]: "import '../../../lib/wallet-code.ts'\nimport '../display.ts'",
    'web/src/lib/wallet-code.ts':
      "import '@talad/proto/http/ledger/credit'\nexport const w = () => import('../wallet/a.ts')",
    'web/src/wallet/a.ts': "import '../lib/signer.ts'",
    'web/dev/mock.ts': "import '@talad/demo/people'\nimport '../src/lib/signer.ts'",
    'web/vite.config.ts': "import '@talad/ui/build/plugins'",
    'web/ui/src/components/button.tsx': "import '@talad/proto/http/client'\nimport '../i18n/words.ts'",
    'admin-web/src/main.tsx': "import '@talad/ui/components/button'",
  })
  expect(problems).toEqual([])
})

test.each([
  [
    'services/ledger/src/app.ts',
    'export const home = process.env.HOME',
    'noProcessEnv',
    'services/ledger/src/config.ts',
  ],
  [
    'services/ledger/src/app.ts',
    "export { env } from 'node:process'",
    'noRestrictedImports',
    'infra/dev/src/a.ts',
  ],
  [
    'services/_shared/src/relay.ts',
    "export { Kafka } from 'kafkajs'",
    'noRestrictedImports',
    'services/_shared/src/bus/kafka.ts',
  ],
  [
    read,
    "export { PrismaPg } from '@prisma/adapter-pg'",
    'noRestrictedImports',
    'services/ledger/src/deps.ts',
  ],
  [feature, "export { bsc } from 'viem/chains'", 'noRestrictedImports', 'web/src/wallet/a.ts'],
  [ui, "export const w = import('wagmi')", 'noRestrictedImports', 'web/src/wallet/a.ts'],
])('biome.json refuses in %s: %s', async (path, code, rule, allowed) => {
  const plugin = 'infra/checks/plain-literals.grit'
  const ofRoot = (file: string) => readFile(join(import.meta.dirname, '../../..', file), 'utf8')
  const config = { 'biome.json': await ofRoot('biome.json'), [plugin]: await ofRoot(plugin) }
  const files = { ...config, [allowed]: `${code}\n` }
  expect(await problemsIn(format, files)).toEqual([])
  expect((await problemsIn(format, { ...files, [path]: `${code}\n` })).join()).toContain(rule)
})
