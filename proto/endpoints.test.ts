import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { decimalString, page, pageSizeAndIndex, points, timeInput } from './http/common.ts'
import { type Endpoint, refusesUnknownFields } from './http/contract.ts'

const folder = join(import.meta.dirname, 'http')
let endpoints: Endpoint[] = []
beforeAll(async () => {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /^[^.]+\.ts$/.test(name))
  const modules: object[] = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ join(folder, name))),
  )
  const exported = modules.flatMap((one): unknown[] => Object.values(one))
  const inner = exported.flatMap((one): unknown[] => (isObject(one) ? Object.values(one) : []))
  const found = [...exported, ...inner].filter(isEndpoint)
  endpoints = [...new Map(found.map((one) => [one.name, one])).values()]
  expect(endpoints.length).toBeGreaterThan(120)
})

const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null
const isEndpoint = (one: unknown): one is Endpoint =>
  isObject(one) && 'method' in one && 'path' in one && 'auth' in one

type Schema = { [name: string]: unknown; properties?: Record<string, Schema> }
const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema
const queryOf = ({ query }: Endpoint): Record<string, Schema> =>
  (query && schemaOf(query, 'input').properties) ?? {}

/** Every object of a schema, with the way to it. */
function objectsIn(schema: unknown, way = ''): { way: string; object: Schema }[] {
  if (!isObject(schema)) return []
  const own = 'properties' in schema ? [{ way: `${way}/`, object: schema as Schema }] : []
  return [...own, ...Object.entries(schema).flatMap(([name, one]) => objectsIn(one, `${way}/${name}`))]
}

/** The types that a field may have, `null` apart. */
function typesOf({ type, anyOf }: Schema): unknown[] {
  const own = Array.isArray(anyOf) ? anyOf.flatMap((one: Schema) => typesOf(one)) : [type].flat()
  return own.filter((one) => one !== 'null')
}

/** Every field of every answer: `call.field`, and its schema. */
function answered(): { of: string; name: string; field: Schema }[] {
  return endpoints.flatMap(({ name: call, response }) =>
    objectsIn(schemaOf(response, 'output')).flatMap(({ object }) =>
      Object.entries(object.properties ?? {}).map(([name, field]) => ({
        of: `${call}.${name}`,
        name,
        field,
      })),
    ),
  )
}

/** Whether a call takes such a query, as far as one parameter is concerned. */
const takes = ({ query }: Endpoint, name: string, value: string) =>
  !query?.safeParse({ [name]: value }).error?.issues.some(({ path }) => path[0] === name)

test('GW-11 201 is answered by what makes something and by the calls that the rule names, 200 by everything else; a browser is led on by 302', () => {
  const named = ['putOrder', 'ship', 'shipCrypto', 'processingCrypto']
  const payments = ['topupAndPay', 'checkShippingPay', 'cancelPayment', 'refundLatePayment']
  const signing = ['requestWebviewSignature', 'approveTokens', 'approveNfts', 'contractRequest']
  const creates = [
    ...[
      'requestWebview',
      'requestBankAccount',
      'requestWithdrawal',
      'putDeal',
      'adminRefundCard',
      'addIssuer',
      'openSite',
      'addMedia',
      'beginHandOver',
      'transferNfts',
      'createProject',
      'createVirtualCollection',
      'createVirtualItem',
      'grantProjectRole',
      'createApiKey',
      'rotateApiKey',
      'createCollectionContract',
      'mintItem',
      'mintOwn',
      'uploadCollectionAssets',
      'uploadItemAssets',
      'createCampaign',
      'createMinterCampaign',
      'uploadCampaignAssets',
      'triggerCampaign',
      'triggerCampaignFor',
    ],
    ...['addCustomerNote', 'createPoolCode', 'createPrivilege', 'createPrivilegeBinding'],
    ...['fastTopup', 'mockTopupCallback'],
  ]
  const names = (status: number) => endpoints.filter((one) => one.status === status).map(({ name }) => name)
  expect(names(201).sort()).toEqual([...named, ...payments, ...signing, ...creates].sort())
  expect(names(302).sort()).toEqual([
    ...['chillpayCallbackGet', 'chillpayRedirect', 'chillpayRedirectGet'],
    ...['lineCallback', 'oauthCallback'],
  ])
  expect(names(200).length + names(201).length + names(302).length).toBe(endpoints.length)
})

test('GW-14 what a DELETE is about stands in its address', () => {
  const deletes = endpoints.filter(({ method }) => method === 'DELETE')
  expect(deletes.length).toBeGreaterThan(4)
  for (const { name, body, query, params } of deletes)
    expect([name, body, query !== undefined || params !== undefined]).toEqual([name, undefined, true])
})

test('GW-13 moments are answered in ISO-8601 UTC, but those of an order and of Seaport; numbers are taken, below 1e12 as seconds', () => {
  const moment = /(_at|_until|Time|^time|^created|^updated|^since|^until|^at)$/
  const told = answered().filter(({ name }) => moment.test(name))
  const odd = told.filter(
    ({ field }) => typesOf(field).includes('integer') || typesOf(field).includes('number'),
  )
  expect(told.length).toBeGreaterThan(50)
  const counts = ['previewTraits.looked_at', 'syncIssuerFees.created'] // how many
  expect(odd.map(({ of }) => of).filter((of) => !counts.includes(of))).toEqual([])
  const order = answered().filter(({ name }) => ['start', 'end', 'duration'].includes(name))
  for (const { of, field } of order) expect([of, typesOf(field)]).toEqual([of, ['integer']])
  expect(new Set(order.map(({ name }) => name)).size).toBe(3)

  expect(timeInput.parse('2026-11-23T05:00:00Z')).toBe('2026-11-23T05:00:00Z')
  expect(timeInput.parse('1795410000')).toBe('2026-11-23T05:00:00.000Z')
  expect(timeInput.parse('1795410000000')).toBe('2026-11-23T05:00:00.000Z')
  expect(timeInput.parse('1000000000000')).toBe('2001-09-09T01:46:40.000Z')
  expect(timeInput.safeParse('0000-01-01T00:00:00Z').success).toBe(false) // no database keeps it
  for (const bad of ['yesterday', '2026-11-23T05:00:00+07:00', '-1', '1.5', '999999999999', '9'.repeat(40)])
    expect([bad, timeInput.safeParse(bad).success]).toEqual([bad, false])
  const moments = endpoints.flatMap((one) =>
    ['from', 'to', 'since']
      .filter((name) => name in queryOf(one) && !takes(one, name, 'x'))
      .map((name) => ({ one, name })),
  )
  for (const { one, name } of moments) {
    const taken = ['2026-11-23T05:00:00Z', '1795410000', '1795410000000'].map((text) =>
      takes(one, name, text),
    )
    expect([one.name, name, ...taken]).toEqual([one.name, name, true, true, true])
  }
  expect(moments.length).toBeGreaterThan(6)
})

test('GW-15 a public GET passes over parameters that it does not know, a call of an admin or of value refuses unknown fields at any depth, any other passes over them', () => {
  const wrong = endpoints.flatMap((endpoint) => {
    const { name, method, path, query, body } = endpoint
    const isOpenRead = method === 'GET' && path.startsWith('/api/public/')
    const strictQuery = isOpenRead && query && schemaOf(query, 'input').additionalProperties === false
    const bodies = body ? objectsIn(schemaOf(body, 'input')) : []
    const odd = bodies.filter(
      ({ object }) => (object.additionalProperties === false) !== refusesUnknownFields(endpoint),
    )
    return [...(strictQuery ? [`${name}: query`] : []), ...odd.map(({ way }) => `${name}: body ${way}`)]
  })
  expect(wrong).toEqual([])
  expect(refusesUnknownFields({ path: '/api/user/v1/x', idempotent: true })).toBe(true)
  const paths = [
    '/api/admin/v1/x',
    '/api/user/v1/x',
    '/signing/x',
    '/platform-admin/api/v1/x',
    '/api/public/v1/x',
    '/identity/x',
    '/api/v1/x',
  ]
  expect(paths.map((path) => refusesUnknownFields({ path }))).toEqual([
    true,
    false,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('GW-16 token amounts, token ids and block numbers are decimal strings, points are JSON integers up to 2^53−1', () => {
  const largest = (2n ** 256n - 1n).toString()
  for (const good of ['0', '7', largest]) expect(decimalString.parse(good)).toBe(good)
  for (const bad of [7, '', '07', '-1', '1.5', '1e3', '0x1', ' 1', `${largest}0`])
    expect([bad, decimalString.safeParse(bad).success]).toEqual([bad, false])
  expect(points.parse(2 ** 53 - 1)).toBe(9_007_199_254_740_991)
  for (const bad of [2 ** 53, 1.5, '100', 100n]) expect(points.safeParse(bad).success).toBe(false)

  const wide =
    /^(token_?id|token_from|token_to|block|raw|supply|quantity|volume|counter|salt|startAmount|endAmount|identifierOrCriteria)$/i
  // how often a token carries a benefit, and how many a page shows, is no amount of tokens
  const others = /privilege.*quantity|^(layout|\w+SiteDocument)\.quantity/i
  const strings = answered().filter(({ of, name }) => wide.test(name) && !others.test(of))
  expect(strings.length).toBeGreaterThan(30)
  expect(
    strings.filter(({ field }) => typesOf(field).some((type) => type === 'integer' || type === 'number')),
  ).toEqual([])
  const money =
    /^(balance|balance_locked|balance_spendable|balance_after|locked_after|net|net_value|gross|vat|royalty|charge|received_value)$/
  const integers = answered().filter(
    // how many of a token a wallet has, or a seller keeps on the chain, is a token amount; the origin tells a balance whole
    ({ of, name }) =>
      money.test(name) &&
      !/^(distributionPreview|walletNfts|\w*[cC]rypto\w*\.net$|adminCreditOrigin\.balance$)/.test(of),
  )
  expect(integers.length).toBeGreaterThan(20)
  expect(integers.filter(({ field }) => typesOf(field).join() !== 'integer').map(({ of }) => of)).toEqual([])
})

test('GW-19 a page has 10 entries unless asked for 1 to 100, and its number begins at 0; above 100 is refused', () => {
  const names = [
    ['ps', 'pi'],
    ['size', 'index'],
    ['size', 'page'],
    ['pageSize', 'pageIndex'],
  ] as const
  const paged = endpoints.flatMap((endpoint) =>
    names
      .filter((pair) => pair.every((name) => name in queryOf(endpoint)))
      .map((pair) => ({ endpoint, pair })),
  )
  expect(paged.length).toBeGreaterThan(10)
  for (const { endpoint, pair } of paged) {
    const [size, index] = pair
    const query = queryOf(endpoint)
    const usual = endpoint.name.startsWith('scanRequirement') ? 100 : 10 // CA-31
    expect([endpoint.name, query[size]?.default, query[index]?.default]).toEqual([endpoint.name, usual, 0])
    for (const good of ['1', '100']) expect([good, takes(endpoint, size, good)]).toEqual([good, true])
    for (const bad of ['0', '101', '-1', '1.5', 'x', '', ' 1', '1e1', '0xa'])
      expect([bad, takes(endpoint, size, bad)]).toEqual([bad, false])
    for (const bad of ['-1', '1.5', 'x', '', ' 1', '1e3', '0x1'])
      expect([bad, takes(endpoint, index, bad)]).toEqual([bad, false])
  }
  const half = endpoints.filter(
    (endpoint) =>
      names.flat().some((name) => name in queryOf(endpoint)) &&
      !paged.some((one) => one.endpoint === endpoint),
  )
  expect(half.map(({ name }) => name)).toEqual([])
  expect(z.object(pageSizeAndIndex).parse({})).toEqual({ pageSize: 10, pageIndex: 0 })
  const list = { list: [], size: 10, index: 0, total: null, pages: null }
  expect(page(z.string()).parse(list)).toEqual(list)
})

test('GW-22 lm outside 1–100 is refused; it is 20 for histories and 10 elsewhere', () => {
  const lists = endpoints.filter((endpoint) => 'lm' in queryOf(endpoint))
  for (const endpoint of lists) {
    for (const good of ['1', '100'])
      expect([endpoint.name, takes(endpoint, 'lm', good)]).toEqual([endpoint.name, true])
    for (const bad of ['0', '101', '-1', '1.5', 'x'])
      expect([endpoint.name, bad, takes(endpoint, 'lm', bad)]).toEqual([endpoint.name, bad, false])
  }
  const usual = (wanted: number) =>
    lists.filter((endpoint) => queryOf(endpoint).lm?.default === wanted).map(({ name }) => name)
  const histories = [
    'shippingHistory',
    'cryptoHistory',
    'creditHistory',
    'creditWithdrawals',
    'withdrawals',
    'bankRequests',
  ]
  const more = ['bookProofs', 'listAudit', 'listFlaggings', 'listNotifications', 'securityLog']
  expect(usual(20).sort()).toEqual([...histories, ...more].sort())
  expect(new Set([...usual(10), ...usual(20)]).size).toBe(lists.length)
})

test('GW-1 no two calls have the same method and address, a host told by its base', () => {
  const routes = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([])
})
