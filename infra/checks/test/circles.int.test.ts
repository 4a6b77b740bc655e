import { expect, test } from 'vitest'
import { circles } from '../src/guards/circles.ts'
import { problemsIn } from './plant.ts'

test('files that import each other are refused, with the lines that do it', async () => {
  const files = { 'proto/http/a.ts': "import { b } from './b.ts'\n", 'proto/http/b.ts': "import './a.ts'\n" }
  expect(await problemsIn(circles, files)).toEqual([
    [
      'proto/http/a.ts → proto/http/b.ts → proto/http/a.ts',
      '  proto/http/a.ts:1 imports ./b.ts',
      '  proto/http/b.ts:1 imports ./a.ts',
    ].join('\n'),
  ])
})

test('a circle is found once, and every import on it is in one', async () => {
  const imports = (...names: string[]) => names.map((name) => `import './${name}.ts'\n`).join('')
  const files = { 'proto/a.ts': imports('b'), 'proto/b.ts': imports('a', 'c'), 'proto/c.ts': imports('a') }
  const found = await problemsIn(circles, { ...files, 'proto/d.ts': imports('a') })
  expect(found.map((problem) => problem.split('\n')[0])).toEqual([
    'proto/a.ts → proto/b.ts → proto/a.ts',
    'proto/a.ts → proto/b.ts → proto/c.ts → proto/a.ts',
  ])
})

const refused: [what: string, files: Record<string, string>, shown: string][] = [
  [
    'folders of a service, by types alone',
    {
      'services/shop/src/order/decide.ts': "import type { A } from '../fee/events.ts'\n",
      'services/shop/src/order/state.ts': '',
      'services/shop/src/fee/read.ts': "import type { B } from '../order/state.ts'\n",
      'services/shop/src/fee/events.ts': '',
    },
    'services/shop/src/fee → services/shop/src/order → services/shop/src/fee',
  ],
  [
    'features of the app',
    {
      'web/src/features/a/one.tsx': "import '../b/two.tsx'\n",
      'web/src/features/a/three.tsx': '',
      'web/src/features/b/two.tsx': "const three = () => import('../a/three.tsx')\n",
    },
    'web/src/features/a → web/src/features/b → web/src/features/a',
  ],
  [
    'modules of the kit, of which one is a file',
    {
      'services/_shared/src/db.ts': "import './bus/port.ts'\n",
      'services/_shared/src/bus/port.ts': '',
      'services/_shared/src/bus/log.ts': "import '../db.ts'\n",
    },
    'services/_shared/src/bus → services/_shared/src/db → services/_shared/src/bus',
  ],
  [
    'workspaces, by the names that they export',
    {
      'infra/dev/package.json': '{ "name": "@talad/dev", "exports": { "./*": "./src/*.ts" } }',
      'infra/kafka/package.json': '{ "name": "@talad/kafka", "exports": { "./*": "./src/*.ts" } }',
      'infra/dev/src/a.ts': "import '@talad/kafka/broker'\n",
      'infra/dev/src/b.ts': '',
      'infra/kafka/src/broker.ts': '',
      'infra/kafka/src/child.ts': "import '@talad/dev/b'\n",
    },
    'infra/dev → infra/kafka → infra/dev',
  ],
]

test.each(refused)('%s that import each other are refused', async (_, files, shown) => {
  const problems = await problemsIn(circles, files)
  expect(problems.map((problem) => problem.split('\n')[0])).toEqual([shown])
})

test('what imports in one direction passes, and so does a test that imports what it tests', async () => {
  const files = {
    'services/shop/src/order/routes.ts': "import '../fee/read.ts'\n",
    'services/shop/src/fee/read.ts': "import { z } from 'zod'\n",
    'services/shop/src/fee/read.test.ts': "import '../order/routes.ts'\n",
  }
  expect(await problemsIn(circles, files)).toEqual([])
})

test('a service may read the list of manifests, in which its own stands', async () => {
  const files = {
    'services/_all/package.json': '{ "name": "@talad/services", "exports": { "./*": "./*.ts" } }',
    'services/shop/package.json': '{ "name": "@talad/shop", "exports": { "./manifest": "./manifest.ts" } }',
    'services/_all/manifests.ts': "import { manifest } from '@talad/shop/manifest'\n",
    'services/shop/manifest.ts': '',
    'services/shop/src/app.ts': "import { manifests } from '@talad/services/manifests'\n",
  }
  expect(await problemsIn(circles, files)).toEqual([])
  const insides = { ...files, 'services/_all/manifests.ts': "import '../shop/src/app.ts'\n" }
  expect((await problemsIn(circles, insides)).join()).toContain(
    'services/_all → services/shop → services/_all',
  )
})
