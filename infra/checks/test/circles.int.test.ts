import { expect, test } from 'vitest'
import { circlesOf } from '../src/circles.ts'
import { circlesBut } from '../src/guards/circles.ts'
import { problemsIn } from './plant.ts'

const none = circlesBut([])
const graph = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]))

test('a circle is found once, from the name that sorts first, and every import on it is in one', () => {
  expect(circlesOf(graph({ b: ['a'], a: ['b'] }))).toEqual([['a', 'b']])
  expect(circlesOf(graph({ c: ['a'], a: ['b'], b: ['c', 'x'], x: [] }))).toEqual([['a', 'b', 'c']])
  expect(circlesOf(graph({ a: ['b'], b: ['a', 'c'], c: ['a'] }))).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ])
  expect(circlesOf(graph({ a: ['b', 'c'], b: ['c'] }))).toEqual([])
})

test('files that import each other are refused, with the lines that do it', async () => {
  const files = { 'proto/http/a.ts': "import { b } from './b.ts'\n", 'proto/http/b.ts': "import './a.ts'\n" }
  expect(await problemsIn(none, files)).toEqual([
    [
      'proto/http/a.ts → proto/http/b.ts → proto/http/a.ts',
      '  proto/http/a.ts:1 imports ./b.ts',
      '  proto/http/b.ts:1 imports ./a.ts',
    ].join('\n'),
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
  const problems = await problemsIn(none, files)
  expect(problems.map((problem) => problem.split('\n')[0])).toEqual([shown])
})

const listed = { 'web/src/a.ts': "import './b.ts'\n", 'web/src/b.ts': "import './a.ts'\n" }

test('a circle that is listed passes, and is refused in the list once it is gone', async () => {
  const guard = circlesBut([['web/src/a.ts', 'web/src/b.ts']])
  expect(await problemsIn(guard, listed)).toEqual([])
  expect(await problemsIn(guard, { ...listed, 'web/src/b.ts': '' })).toEqual([
    expect.stringContaining('take it out of known-circles.ts'),
  ])
})

test('what imports in one direction passes, and so does a test that imports what it tests', async () => {
  const files = {
    'services/shop/src/order/routes.ts': "import '../fee/read.ts'\n",
    'services/shop/src/fee/read.ts': "import { z } from 'zod'\n",
    'services/shop/src/fee/read.test.ts': "import '../order/routes.ts'\n",
  }
  expect(await problemsIn(none, files)).toEqual([])
})

test('a service may read the list of manifests, in which its own stands', async () => {
  const files = {
    'services/_all/package.json': '{ "name": "@talad/services", "exports": { "./*": "./*.ts" } }',
    'services/shop/package.json': '{ "name": "@talad/shop", "exports": { "./manifest": "./manifest.ts" } }',
    'services/_all/manifests.ts': "import { manifest } from '@talad/shop/manifest'\n",
    'services/shop/manifest.ts': '',
    'services/shop/src/app.ts': "import { manifests } from '@talad/services/manifests'\n",
  }
  expect(await problemsIn(none, files)).toEqual([])
  const insides = { ...files, 'services/_all/manifests.ts': "import '../shop/src/app.ts'\n" }
  expect((await problemsIn(none, insides)).join()).toContain('services/_all → services/shop → services/_all')
})
