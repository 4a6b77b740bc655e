import { expect, test } from 'vitest'
import { boundariesBut } from '../src/guards/boundaries.ts'
import { problemsIn } from './plant.ts'

const boundaries = boundariesBut([])

const workspaces = {
  'web/package.json': '{ "name": "@talad/web" }',
  'web/ui/package.json': '{ "name": "@talad/ui" }',
  'admin-web/package.json': '{ "name": "@talad/admin-web" }',
  'services/_shared/package.json': '{ "name": "@talad/shared" }',
  'services/_all/package.json': '{ "name": "@talad/services" }',
  'proto/package.json': '{ "name": "@talad/proto" }',
  'contracts/package.json': '{ "name": "@talad/contracts" }',
  'demo/package.json': '{ "name": "@talad/demo" }',
}

const app = 'an app imports only'
const shared = 'what the apps share imports'
const feature = 'web/src/features/order/api/orders.ts'
const table: [what: string, path: string, code: string, says: string][] = [
  ['a page that imports a contract ABI', 'web/src/a.tsx', "import '@talad/contracts/abi'", app],
  ['a page that imports the kit', 'admin-web/src/a.tsx', "import type { X } from '@talad/shared/money'", app],
  [
    'a page that imports a service by path',
    'web/src/a.tsx',
    "import '../../services/ledger/src/app.ts'",
    app,
  ],
  ['a page that imports the events', 'web/src/a.tsx', "import '@talad/proto/gen/events'", app],
  ['a page that imports the other app', 'admin-web/src/a.tsx', "import '@talad/web/i18n/th'", app],
  ['a page that imports the other app by path', 'admin-web/src/a.tsx', "import '../../web/src/a.ts'", app],
  ['a page that imports what is shared by path', 'web/src/a.tsx', "import '../ui/src/a.ts'", app],
  ['a page that imports the manifests', 'web/src/a.tsx', "import '@talad/services/manifests'", app],
  ['a page that imports the demonstration', 'web/src/a.tsx', "import '@talad/demo/people'", app],
  ['a mock that imports a tool', 'web/dev/a.ts', "import '../../infra/dev/src/a.ts'", app],
  ['a shared component that imports an app', 'web/ui/src/a.tsx', "import '@talad/web/i18n/th'", shared],
  ['a shared component that imports an app by path', 'web/ui/src/a.tsx', "import '../../src/a.ts'", shared],
  [
    'a shared component that imports the other app',
    'web/ui/src/a.tsx',
    "import '../../../admin-web/src/a.ts'",
    shared,
  ],
  ['a shared component that imports the kit', 'web/ui/src/a.tsx', "import '@talad/shared/money'", shared],
  [
    'a feature that imports another',
    feature,
    "import type { X } from '../../asset/api/a.ts'",
    "don't import each",
  ],
  [
    'a feature that loads another late',
    feature,
    "const x = () => import('../../asset/api/a.ts')",
    "don't import",
  ],
  [
    'what features share that imports a feature',
    'web/src/lib/a.ts',
    "export * from '../features/asset/a.ts'",
    'imports no feature',
  ],
  ['a feature that imports a page', feature, "import '../../../routes/a.tsx'", 'a feature no page'],
  [
    'a page that imports the frame',
    'web/src/routes/a.tsx',
    "import '../app/root.tsx'",
    'a page not the frame',
  ],
  ['a page that imports a wallet library', feature, "import 'viem/chains'", 'wallet libraries'],
  [
    'a shared component that imports a wallet library',
    'web/ui/src/a.tsx',
    "import 'wagmi'",
    'wallet libraries',
  ],
  ['a page that loads the wallet at once', feature, "import '../../../wallet/a.ts'", 'loaded only when'],
  [
    'a demonstration that imports a tool',
    'demo/src/a.ts',
    "import '../../infra/dev/src/a.ts'",
    'demo import no',
  ],
]

test.each(table)('%s is refused', async (_, path, code, says) => {
  const problems = await problemsIn(boundaries, { ...workspaces, [path]: code })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(`${path}:1`)
  expect(problems[0]).toContain(says)
})

test('everything that the apps may import passes', async () => {
  const problems = await problemsIn(boundaries, {
    ...workspaces,
    'web/src/a.test.ts': "import '@talad/services/manifests'",
    'web/src/main.tsx': "import './app/root.tsx'\nimport 'react'",
    'web/src/app/root.tsx': "import '../routes/home.tsx'\nimport '@talad/ui/components/button'",
    'web/src/routes/home.tsx': "import '../features/order/api/orders.ts'\nimport '../features/asset/a.ts'",
    [feature]: "import '../../../lib/wallet-code.ts'\nimport '../display.ts'",
    'web/src/lib/wallet-code.ts':
      "import '@talad/proto/http/ledger/credit'\nexport const w = () => import('../wallet/a.ts')",
    'web/src/wallet/a.ts': "import { http } from 'viem'\nimport '../lib/signer.ts'",
    'web/dev/mock.ts': "import '@talad/demo/people'\nimport '../src/lib/signer.ts'",
    'web/vite.config.ts': "import '@talad/ui/build/plugins'",
    'web/ui/src/components/button.tsx': "import '@talad/proto/http/client'\nimport '../i18n/words.ts'",
    'admin-web/src/main.tsx': "import '@talad/ui/components/button'",
  })
  expect(problems).toEqual([])
})
