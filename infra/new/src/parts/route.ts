import { addImport, addItem, addStatements } from '../edit.ts'
import type { Name } from '../names.ts'
import type { Tree } from '../tree.ts'

/** The description of one call, in the contract of its service. */
export function declareCall(tree: Tree, service: Name, call: string): void {
  addItem(
    tree,
    `proto/http/${service.kebab}/${service.kebab}.ts`,
    `export const ${service.camel}Http = {`,
    call,
  )
}

/** A call that is everybody's, its handler and its test. */
export function newRoute(tree: Tree, service: Name, noun: Name, name: Name): void {
  const { kebab, camel } = service
  const call = `${noun.camel}${name.pascal}`
  const path = `${noun.kebab}/${name.kebab}`
  addImport(tree, `proto/http/${kebab}/${kebab}.ts`, ['isoTime'], '../common.ts')
  declareCall(
    tree,
    service,
    `  ${call}: endpoint({
    name: '${call}',
    service: '${kebab}',
    method: 'GET',
    path: \`\${base.public}/${path}\`,
    auth: { kind: 'visitor' },
    summary: 'The ${name.kebab.replaceAll('-', ' ')} of ${noun.kebab.replaceAll('-', ' ')}',
    status: 200,
    response: z.object({ at: isoTime }),
  })`,
  )
  const routes = `services/${kebab}/src/${noun.kebab}/routes.ts`
  if (!tree.has(routes)) {
    tree.create(routes, emptyRoutes(service, noun))
    registerRoutes(tree, service, noun)
  }
  addStatements(
    tree,
    routes,
    `export function ${noun.camel}Routes(app: App, deps: Deps): void {`,
    `app.route(http.${call}, async () => ({ at: deps.now().toISOString() }))`,
  )
  tree.create(`services/${kebab}/test/${noun.kebab}-${name.kebab}.int.test.ts`, routeTest(camel, call, path))
}

/** Has the application of a service serve the calls of a noun. */
export function registerRoutes(tree: Tree, service: Name, noun: Name): void {
  const app = `services/${service.kebab}/src/app.ts`
  addImport(tree, app, [`${noun.camel}Routes`], `./${noun.kebab}/routes.ts`)
  addStatements(
    tree,
    app,
    'export function buildApp(deps: Deps): App {',
    `  ${noun.camel}Routes(app, deps)`,
    '  return app',
  )
}

const emptyRoutes = (
  service: Name,
  noun: Name,
) => `import { ${service.camel}Http as http } from '@talad/proto/http/${service.kebab}/${service.kebab}'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'

/** The calls of ${noun.kebab.replaceAll('-', ' ')}. */
export function ${noun.camel}Routes(app: App, deps: Deps): void {
}
`

const routeTest = (
  service: string,
  call: string,
  path: string,
) => `import { startUnderTest } from '@talad/shared/testing/under-test'
import { expect, inject, onTestFinished, test } from 'vitest'
import { service as ${service} } from '../src/service.ts'

test('${call} answers everybody', async () => {
  const running = await startUnderTest(${service}, inject('postgres'))
  onTestFinished(running.close)
  const answer = await running.call('GET', '/api/public/v1/${path}')
  expect(answer).toMatchObject({ status: 200, body: { at: expect.any(String) } })
})
`
