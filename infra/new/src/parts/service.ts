import { addBefore, addImport } from '../edit.ts'
import { type Name, Refusal } from '../names.ts'
import { addDependency, addExample, isTaken, lockWorkspace, versionOf } from '../packages.ts'
import type { Tree } from '../tree.ts'
import { rowsOf } from './rows.ts'

const LIST = 'services/_all'
const BOOK = 'infra/calls/src/book.ts'

/** A service that starts, answers `/readyz` and one call of its own. */
export function newService(tree: Tree, name: Name, now: Date): void {
  const folder = `services/${name.kebab}`
  if (isTaken(tree, name.kebab)) throw new Refusal(`name "${name.kebab}" is taken by another workspace`)
  const sources = { ...declarations(name), ...calls(name), ...starts(name) }
  for (const [path, text] of Object.entries(sources)) tree.create(`${folder}/${path}`, text)
  const dependencies = Object.fromEntries(
    ['@talad/proto', '@talad/shared', 'zod'].map((one) => [one, versionOf(tree, one)]),
  )
  tree.create(`${folder}/package.json`, packageFile(name, dependencies))
  tree.create(`${folder}/README.md`, readme(name))
  const stamp = now.toISOString().replace(/[-:T]|\..*/g, '')
  const tables = `-- The tables of ${name.kebab}; the log, the inbox and the jobs are the kit's.\n`
  tree.create(`${folder}/prisma/migrations/${stamp}_${name.snake}/migration.sql`, tables)
  for (const [path, text] of Object.entries(contract(name)))
    tree.create(`proto/http/${name.kebab}/${path}`, text)
  addExample(tree, `${name.camel}Status`, {
    answer: { service: name.kebab, at: now.toISOString() },
  })
  tree.create(rowsOf(name), rows(name))
  addImport(tree, BOOK, `rows as ${name.camel}`, `./${name.kebab}.ts`)
  addBefore(tree, BOOK, /\bgateway,?\s*\]\.flat/, `${name.camel}, `)
  addImport(tree, `${LIST}/manifests.ts`, `manifest as ${name.camel}`, `@talad/${name.kebab}/manifest`)
  addBefore(tree, `${LIST}/manifests.ts`, /\bgateway,?\s*\] as const/, `${name.camel}, `)
  const row = `| [services/${name.kebab}](services/${name.kebab}) | ${saysOf(name)} |\n`
  addBefore(tree, 'README.md', /^\| \[services\/gateway\]/m, row)
  lockWorkspace(tree, folder, name.kebab, dependencies)
  addDependency(tree, LIST, `@talad/${name.kebab}`)
}

const rows = ({
  kebab,
  camel,
}: Name) => `import { ${camel}StatusHttp } from '@talad/proto/http/${kebab}/status'
import { type Row, row } from './row.ts'

export const rows: readonly Row[] = [row(${camel}StatusHttp.${camel}Status, {})]
`

/** What the manifest, and from it the table of services, says of a service until somebody says it better. */
const saysOf = ({ kebab }: Pick<Name, 'kebab'>) => kebab.replaceAll('-', ' ')

function packageFile({ kebab }: Name, dependencies: object): string {
  const file = {
    name: `@talad/${kebab}`,
    private: true,
    type: 'module',
    exports: { './manifest': './manifest.ts', './*': './src/*.ts' },
    scripts: { start: 'node src/main.ts' },
    dependencies,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const declarations = ({ kebab, camel, pascal }: Name) => ({
  'manifest.ts': `import { ${camel}StatusHttp } from '@talad/proto/http/${kebab}/status'
import { rejections } from '@talad/proto/http/${kebab}/rejections'
import { defineManifest } from '@talad/shared/manifest'

export const manifest = defineManifest({
  name: '${kebab}',
  description: '${saysOf({ kebab })}',
  contract: { ...${camel}StatusHttp },
  rejections,
  publishes: [],
  consumes: [],
  development: () => ({}),
  invariants: [],
})
`,
  'src/service.ts': `import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { ${camel}Config } from './config.ts'
import { makeDeps } from './deps.ts'

export const service = defineService({
  manifest,
  at: import.meta.url,
  config: ${camel}Config,
  makeDeps,
  app: buildApp,
})
`,
  'src/config.ts': `import { commonConfig } from '@talad/shared/platform'
import type { z } from 'zod'

export const ${camel}Config = commonConfig.extend({})
export type ${pascal}Config = z.infer<typeof ${camel}Config>
`,
  'src/deps.ts': `import type { Platform } from '@talad/shared/platform'
import type { ${pascal}Config } from './config.ts'

export type Deps = Platform

export function makeDeps(platform: Platform, _config: ${pascal}Config): Deps {
  return platform
}
`,
})

const calls = ({ kebab, camel }: Name) => ({
  'src/app.ts': `import { rejections } from '@talad/proto/http/${kebab}/rejections'
import { type App, createApp } from '@talad/shared/http/app'
import type { Deps } from './deps.ts'
import { statusRoutes } from './status/routes.ts'

/** The HTTP application of ${kebab}. */
export function buildApp(deps: Deps): App {
  const app = createApp({ ...deps, rejections })
  statusRoutes(app, deps)
  return app
}
`,
  'src/status/routes.ts': `import { ${camel}StatusHttp as http } from '@talad/proto/http/${kebab}/status'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'

/** What everybody may know of the service. */
export function statusRoutes(app: App, deps: Deps): void {
  app.route(http.${camel}Status, async () => ({ service: deps.service, at: deps.now().toISOString() }))
}
`,
})

const starts = ({ kebab }: Name) => ({
  'src/main.ts': `import { runAsProcess } from '@talad/shared/service'
import { service } from './service.ts'

await runAsProcess(() => service.startIn(process.env))
`,
  'test/start.int.test.ts': `import { startUnderTest } from '@talad/shared/testing/under-test'
import { expect, inject, onTestFinished, test } from 'vitest'
import { service } from '../src/service.ts'

test('${kebab} is ready and tells its status', async () => {
  const running = await startUnderTest(service, inject('postgres'))
  onTestFinished(running.close)
  expect(await running.call('GET', '/readyz')).toMatchObject({ status: 200, body: { database: 'ok' } })
  expect(await running.call('GET', '/api/public/v1/${kebab}/status')).toMatchObject({
    status: 200,
    body: { service: '${kebab}' },
  })
})
`,
})

const contract = ({ kebab, camel }: Name) => ({
  'status.ts': `import { z } from 'zod'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'

export const ${camel}StatusHttp = {
  ${camel}Status: endpoint({
    name: '${camel}Status',
    service: '${kebab}',
    method: 'GET',
    path: \`\${base.public}/${kebab}/status\`,
    auth: { kind: 'visitor' },
    summary: 'Whether ${kebab} answers, and its time',
    status: 200,
    response: z.object({ service: z.string(), at: isoTime }),
  }),
}
`,
  'rejections.ts': `import type { RejectionTable } from '../rejection-row.ts'

/** Every "no" of ${kebab} that is not the kit's. */
export const rejections = {} satisfies RejectionTable
`,
})

const readme = ({ kebab }: Name) => `# ${kebab}

|           |                              |
| --------- | ---------------------------- |
| Owns      | nothing so far               |
| Publishes | nothing so far               |
| Consumes  | nothing so far               |
| Serves    | \`/public/v1/${kebab}/status\` |

How its parts work together: [the shape of a service](../../docs/service.md).

## Rules

<!-- rules -->
<!-- /rules -->
`
