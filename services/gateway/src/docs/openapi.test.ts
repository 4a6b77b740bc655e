import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint, exposedEndpoints } from '../routes/table.ts'
import { readExamples } from './examples.ts'
import { openApiDocument, openApiPath } from './openapi.ts'

const services = new Set(everyEndpoint.map(({ service }) => service))
const upstreams = Object.fromEntries([...services].map((service) => [service, `http://${service}`]))
const exposed = exposedEndpoints({ upstreams, devMode: true })
const document = openApiDocument(exposed, { title: 'Talad API', examples: await readExamples() })

const operationShape = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  description: z.string().min(1),
  parameters: z.array(z.looseObject({ name: z.string().optional(), in: z.string().optional() })),
  requestBody: z.looseObject({}).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
})
const operations = Object.values(document.paths).flatMap((path) =>
  Object.values(path).map((operation) => operationShape.parse(operation)),
)
const operationOf = (name: string) => {
  const found = operations.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(`no operation ${name}`)
  return found
}

test('the document is valid OpenAPI 3.1 and its references lead somewhere', async () => {
  const validator = new Validator()
  const result = await validator.validate(JSON.parse(JSON.stringify(document)))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
  expect(() => validator.resolveRefs()).not.toThrow()
})

test('the document has every exposed call, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual(
    exposed.map(({ method, path }) => `${method} ${openApiPath(path)}`).toSorted(),
  )
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    exposed.map(({ name }) => name).toSorted(),
  )
})

test.each(exposed.map((endpoint) => [endpoint.name, endpoint] as const))(
  'GW-8 the document tells what %s takes, answers and refuses',
  (name, endpoint) => {
    const operation = operationOf(name)
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map((p) => p.name)
    expect(inPath).toEqual([...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, param]) => param))
    expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined)
    expect(operation.responses[endpoint.status]).toBeDefined()
    const text = JSON.stringify(operation.responses)
    for (const code of [...(endpoint.errors ?? []), 'rate_limited']) expect(text).toContain(`\`${code}\``)
    const refusals = Object.entries(operation.responses).filter(([status]) => !/^[23]/.test(status))
    for (const [, refusal] of refusals) expect(JSON.stringify(refusal)).toContain('application/problem+json')
  },
)

test('LG-11 what may be asked for as a file is also text/csv', () => {
  const types = (name: string) => Object.keys(operationOf(name).responses['200']?.content ?? {})
  expect(types('creditHistory')).toEqual(['application/json', 'text/csv'])
  expect(types('creditBalances')).toEqual(['application/json'])
})

test('GW-9 the document names the rule and the text of a refusal', () => {
  const { responses } = operationOf('creditBalances')
  expect(responses['401']?.description).toContain('- `invalid_join_session`: invalid join session (ID-3)')
  expect(responses['429']?.headers).toBeDefined()
})

test("GW-9 the document has the status, the rule and the text of each service's own refusals", () => {
  const { responses } = operationOf('topupAndPay')
  expect(responses['409']?.description).toMatch(/- `shipping_not_payable`: .* \(SP-\d+\)/)
  const unknown = operations.filter((operation) => Object.hasOwn(operation.responses, '4XX'))
  expect(unknown.map(({ operationId }) => operationId)).toEqual([])
})

test('the document shows what was sent and answered, each part in its place', () => {
  const { parameters, responses } = operationOf('getCollection')
  const [id] = parameters.filter(({ name }) => name === 'id')
  expect(id).toMatchObject({ example: 'siam_betta', description: 'id or slug of the collection' })
  expect(responses['200']).toMatchObject({
    content: { 'application/json': { example: { slug: 'siam_betta' } } },
  })
  expect(operationOf('fastTopup').requestBody).toMatchObject({
    content: { 'application/json': { example: { unit: expect.any(String), amount: expect.any(Number) } } },
  })
  expect(operationOf('chillpayRedirect').responses['302']).toMatchObject({
    headers: { location: { example: expect.stringContaining('/payment/return?') } },
  })
})

test('GW-10 the document tells which calls take an Idempotency-Key', () => {
  const takes = (name: string) => JSON.stringify(operationOf(name).parameters).includes('IdempotencyKey')
  expect(exposed.filter(({ name }) => takes(name)).map(({ name }) => name)).toEqual(
    exposed.filter(({ idempotent }) => idempotent).map(({ name }) => name),
  )
})

test('GW-18 the example of a number is one, although it is sent as text', () => {
  const number = operationOf('adminBankRequests').parameters.find(({ name }) => name === 'ps')
  expect(number).toMatchObject({ schema: { type: 'integer' }, example: 1 })
})

test('GW-28 the document has no call for development outside development', () => {
  const { paths } = openApiDocument(exposedEndpoints({ upstreams, devMode: false }), { title: 'x' })
  expect(Object.keys(paths).filter((path) => /\/dev\/|devtool/.test(path))).toEqual([])
})

test('AI-13 the document tells of the filter by traits', () => {
  const traits = operationOf('listAssets').parameters.find(({ name }) => name === 'tr')
  expect(traits).toMatchObject({ in: 'query', style: 'deepObject' })
})

test('MO-21 B29 which choice is right stands in no answer but those for admins', () => {
  const users = exposed.filter(({ auth }) => auth.kind !== 'admin')
  const { paths, components } = openApiDocument(users, { title: 'x' })
  expect(JSON.stringify(document)).toContain('correct_index')
  expect(JSON.stringify({ paths, components })).not.toMatch(/correct_index|is_correct/)
})

test('the terms of the documents are those that the owner of the installation names, and none otherwise', () => {
  const license = { name: 'MIT', url: 'https://example.com/terms' }
  expect(openApiDocument([], { title: 'x', license }).info).toMatchObject({ license })
  expect(document.info).not.toHaveProperty('license')
})
