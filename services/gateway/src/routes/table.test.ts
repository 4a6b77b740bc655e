import { abilities, scopeNames } from '@talad/proto/http/campaign/abilities'
import type { Endpoint } from '@talad/proto/http/contract'
import { permission } from '@talad/proto/http/permissions'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { everyEndpoint, isForDevelopment, routeTable } from './table.ts'

const services = [...new Set(everyEndpoint.map(({ service }) => service))]
const upstreams = Object.fromEntries(services.map((service) => [service, `http://${service}`]))

const abilityNames = Object.keys(abilities)
const fresh = z.literal(true).optional()
const policy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(['visitor', 'callback', 'internal', 'dev']) }),
  z.object({ kind: z.literal(['user', 'customer']), fresh }),
  z.object({ kind: z.literal('kyc'), level: z.literal([1, 2, 3]), fresh }),
  z.object({ kind: z.literal('admin'), permission, fresh }),
  z.object({
    kind: z.literal('project'),
    ability: z.enum(abilityNames),
    scope: z.enum(scopeNames).optional(),
    dryRun: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('key'),
    scope: z.enum(scopeNames),
    dryRun: z.literal(true).optional(),
  }),
])

test.each(everyEndpoint.map((endpoint) => [endpoint.name, endpoint] as const))(
  'GW-9 %s says who may call it',
  (_name, { auth }) => {
    expect(policy.safeParse(auth).success).toBe(true)
  },
)

test('GW-2 no two calls share a name or an address', () => {
  const names = everyEndpoint.map(({ name }) => name)
  const addresses = everyEndpoint.map(({ method, path }) => `${method} ${path.replace(/:[a-z_]+/g, ':')}`)
  expect(names.length).toBe(new Set(names).size)
  expect(addresses.length).toBe(new Set(addresses).size)
})

test('GW-2 the table has each call of each service with an address, and no pattern', () => {
  const table = routeTable({ upstreams, devMode: true })
  const wanted = everyEndpoint.filter(
    ({ service, auth }) => service !== 'gateway' && auth.kind !== 'internal',
  )
  expect(table.map(({ endpoint }) => endpoint)).toEqual(wanted)
  expect(table.every(({ endpoint, upstream }) => upstream === `http://${endpoint.service}`)).toBe(true)
  expect(table.filter(({ endpoint }) => endpoint.path.includes('*'))).toEqual([])
})

test('GW-2 leaves out the calls of a service without an address', () => {
  const table = routeTable({ upstreams: { ledger: 'http://ledger' }, devMode: true })
  expect(new Set(table.map(({ endpoint }) => endpoint.service))).toEqual(new Set(['ledger']))
})

test('GW-3 has no call that is for services', () => {
  const internal = everyEndpoint.filter(({ auth }) => auth.kind === 'internal')
  expect(internal.length).toBeGreaterThan(0)
  const table = routeTable({ upstreams, devMode: true })
  expect(table.filter(({ endpoint }) => endpoint.auth.kind === 'internal')).toEqual([])
})

test('GW-28 has no call for development unless development is on', () => {
  const dev = everyEndpoint.filter(isForDevelopment).map(({ name }) => name)
  expect(dev).toEqual(expect.arrayContaining(['devAuth', 'fastTopup', 'mockTopupCallback']))
  const names = routeTable({ upstreams, devMode: false }).map(({ endpoint }) => endpoint.name)
  expect(names.filter((name) => dev.includes(name))).toEqual([])
})

test('GW-28 knows a call for development by its policy or by its path', () => {
  const visitor = { kind: 'visitor' } as const
  const cases: [Pick<Endpoint, 'auth' | 'path'>, boolean][] = [
    [{ auth: { kind: 'dev' }, path: '/api/user/v1/x' }, true],
    [{ auth: visitor, path: '/api/dev/v1/x' }, true],
    [{ auth: visitor, path: '/identity/devtool/x' }, true],
    [{ auth: visitor, path: '/api/public/v1/devtool' }, false],
  ]
  expect(cases.map(([endpoint]) => isForDevelopment(endpoint))).toEqual(cases.map(([, dev]) => dev))
})
