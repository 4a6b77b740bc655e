import { commaList, problem } from '@talad/proto/http/common'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { noAuth, pay, read, rig, send, tokenMaker } from '../../test/http-rig.ts'
import { VersionConflict } from '../event-log.ts'
import { Rejection } from '../rejection.ts'
import { createAuth } from './auth.ts'

const good = { amount: 5, kind: 'card' }

function payRig(
  handler: () => Promise<{ id: string; amount: number }> = async () => ({ id: 'x', amount: 5 }),
) {
  const { app, logs } = rig(noAuth)
  app.route(pay, handler)
  return { fastify: app.fastify, logs }
}

test.each([
  ['an unknown field', { ...good, extra: 1 }, 400, 'validation', 'extra'],
  ['an unknown field further in', { ...good, parts: [{ share: 1, x: 1 }] }, 400, 'validation', 'parts.0.x'],
  ['a missing field', { kind: 'card' }, 400, 'required_parameter', 'amount'],
  ['a missing choice', { amount: 5 }, 400, 'required_parameter', 'kind'],
  ['a missing field further in', { ...good, parts: [{}] }, 400, 'required_parameter', 'parts.0.share'],
  ['a wrong type', { ...good, amount: '5' }, 400, 'validation', 'amount'],
  ['an amount as a float', { ...good, amount: 1.5 }, 400, 'validation', 'amount'],
  ['an amount above 2^53', '{"amount":9007199254740993,"kind":"card"}', 400, 'validation', 'amount'],
  ['a null', { ...good, amount: null }, 400, 'validation', 'amount'],
  ['a list instead of an object', [good], 400, 'validation', 'body'],
  ['malformed JSON', '{"amount":', 400, 'validation', undefined],
  ['a poisoned prototype', '{"__proto__":{"amount":5},"kind":"card"}', 400, 'validation', undefined],
  ['an empty body', '', 400, 'validation', undefined],
])('GW-8 GW-9 GW-15 GW-16 %s is answered with field and code', async (_what, body, status, code, field) => {
  const { fastify } = payRig()
  const response = await send(fastify, body)
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toContain('application/problem+json')
  const answer = problem.parse(response.json())
  expect(answer).toMatchObject({ status, code, type: `/docs/errors#${code}` })
  expect(answer.field).toBe(field)
  expect(answer.requestId).toBe(response.headers['x-request-id'])
})

test.each([
  ['a deadlock', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ['a stream that others wrote to', new VersionConflict('order-1', 3)],
])(
  'GW-8 %s that was lost again and again has done nothing: the same call is asked for again',
  async (_what, error) => {
    const { fastify, logs } = payRig(() => Promise.reject(error))
    const response = await send(fastify, good)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBeDefined()
    expect(logs.join()).toContain('"level":40')
  },
)

test('GW-9 a wrong query, a wrong parameter, an unknown route, type and size each have their status', async () => {
  const { fastify } = payRig()
  const codeOf = async (response: Promise<{ statusCode: number; json: () => unknown }>) => {
    const { statusCode, json } = await response
    return [statusCode, problem.parse(json()).code]
  }
  const path = '/api/user/v1/pay'
  expect(await codeOf(send(fastify, good, {}, `${path}/bob?limit=101`))).toEqual([400, 'validation'])
  expect(await codeOf(send(fastify, good, {}, `${path}/much-too-long`))).toEqual([400, 'validation'])
  expect(await codeOf(send(fastify, good, {}, '/nowhere'))).toEqual([404, 'not_found'])
  expect(await codeOf(fastify.inject({ method: 'GET', url: `${path}/bob` }))).toEqual([
    405,
    'method_not_allowed',
  ])
  expect(await codeOf(send(fastify, good, { 'content-type': 'text/xml' }))).toEqual([
    415,
    'unsupported_media_type',
  ])
  expect(await codeOf(send(fastify, good, { 'content-type': 'text/plain' }))).toEqual([400, 'validation'])
  expect(await codeOf(send(fastify, { ...good, kind: 'x'.repeat(300_000) }))).toEqual([
    413,
    'payload_too_large',
  ])
  expect((await send(fastify, good)).statusCode).toBe(201)
})

/** How a client may call a body, rightly or not. */
const CALLED = [
  ...['application/json', 'Application/JSON', ' application/json', 'application/json ', '\tapplication/json'],
  ...['application/json;', 'application/json ;charset=utf-8', 'application/json; charset="utf-8"'],
  ...['application/json; charset=utf-16', 'application/json; charset=utf-7', 'application/json; x=y; z'],
  ...['application/json, text/plain', 'text/plain, application/json', 'application/json;application/json'],
  ...['application/json\ttext', 'application/json+x', 'application/jsonx', 'xapplication/json'],
  ...['application/json/x', 'application/vnd.api+json', 'application/problem+json', 'application/json5'],
  ...['application/merge-patch+json', 'application/x-ndjson', 'application/csp-report', 'text/json'],
  ...['text/plain', 'text/plain; charset=utf-8', 'text/html', 'text/xml', 'application/javascript'],
  ...['application/octet-stream', 'application/*', '*/*', 'json', 'application', '/', '', ';', 'a/b;c="d'],
  ...['application/x-www-form-urlencoded', 'APPLICATION/X-WWW-FORM-URLENCODED', 'application/cbor'],
  ...['multipart/form-data', 'multipart/form-data; boundary=xxbxx', 'multipart/mixed; boundary=xxbxx'],
]

test('GW-9 B28 a bad body is refused whatever it is called, a good one is read as JSON or not at all, and no name is a fault', async () => {
  const { fastify, logs } = payRig()
  const bodies = [
    { body: { amount: -1, kind: { wrong: [null] } }, may: [400, 415] },
    { body: 'amount=5&kind=card', may: [400, 415] },
    {
      body: '--xxbxx\r\ncontent-disposition: form-data; name="amount"\r\n\r\n5\r\n--xxbxx--\r\n',
      may: [400, 415],
    },
    { body: good, may: [201, 400, 415] },
  ]
  for (const type of CALLED)
    for (const { body, may } of bodies) {
      const { statusCode } = await send(fastify, body, { 'content-type': type })
      expect(may, `${JSON.stringify(body)} called ${JSON.stringify(type)}: ${statusCode}`).toContain(
        statusCode,
      )
    }
  expect(logs.filter((line) => line.includes('request failed'))).toEqual([])
})

test('GW-9 a wrong item of a list that is sent as one text is wrong, not missing', async () => {
  const { app } = rig(noAuth)
  const query = z.object({ as: commaList(z.string().length(1)) })
  app.route({ ...read({ kind: 'visitor' }), query }, async () => ({ who: 'all' }))
  const response = await app.fastify.inject('/api/public/v1/thing?as=a,bb')
  expect(problem.parse(response.json())).toMatchObject({ code: 'validation', field: 'as.1' })
})

test('GW-8 a business no has its row, its text and its rule', async () => {
  const { fastify } = payRig(async () => {
    throw new Rejection('NOT_TODAY', { field: 'amount', details: { until: 'tomorrow' } })
  })
  const response = await send(fastify, good)
  expect(problem.parse(response.json())).toMatchObject({
    status: 409,
    code: 'not_today',
    message: 'not today',
    rule: 'XX-1',
    field: 'amount',
    details: { until: 'tomorrow' },
  })
})

test.each([
  ['an error', () => new Error('secret of the database')],
  [
    'an error that carries a status',
    () => Object.assign(new Error('secret of a provider'), { statusCode: 404 }),
  ],
  ['a text', () => 'secret text'],
  ['nothing', () => undefined],
  ['a rejection that no table knows', () => new Rejection('SECRET_CODE')],
])('GW-8 %s that is thrown is a fault: logged, and its message hidden', async (_what, made) => {
  const { fastify, logs } = payRig(async () => {
    throw made()
  })
  const response = await send(fastify, good)
  expect(response.statusCode).toBe(500)
  expect(response.body.toLowerCase()).not.toContain('secret')
  expect(problem.parse(response.json()).code).toBe('internal')
  expect(logs.join()).toContain('request failed')
})

test('GW-8 an answer that does not keep the contract is a fault', async () => {
  const { fastify } = payRig(async () => JSON.parse('{"id":5,"amount":"secret"}'))
  const response = await send(fastify, good)
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('secret')
})

test('GW-9 a dependency that is away is 503 with Retry-After, also when the reason is in the cause', async () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  for (const fault of [refused, new TypeError('fetch failed', { cause: refused })]) {
    const { fastify } = payRig(async () => {
      throw fault
    })
    const response = await send(fastify, good)
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
    expect(problem.parse(response.json()).code).toBe('unavailable')
  }
})

test('GW-23 only what was made for nobody in particular may lie in a shared cache', async () => {
  const { app } = rig(noAuth)
  app.route(read({ kind: 'visitor' }, { cacheable: true }), async () => ({ who: 'all' }))
  const anonymous = await app.fastify.inject('/api/public/v1/thing')
  expect(anonymous.headers['cache-control']).toContain('s-maxage=10')
  const { app: other } = rig(noAuth)
  other.route(read({ kind: 'visitor' }), async () => ({ who: 'me' }))
  expect((await other.fastify.inject('/api/public/v1/thing')).headers['cache-control']).toBe(
    'private, no-store',
  )
})

test('a request id from outside is taken over when it is harmless, and replaced otherwise', async () => {
  const { fastify } = payRig()
  const idOf = async (given: string) =>
    (await send(fastify, good, { 'x-request-id': given })).headers['x-request-id']
  expect(await idOf('abcdefgh-1234')).toBe('abcdefgh-1234')
  expect(await idOf('a b<script>')).not.toContain('script')
})

test('GW-9 an address that takes other methods says which, also to OPTIONS', async () => {
  const { fastify } = payRig()
  const url = '/api/user/v1/pay/bob'
  const refused = await fastify.inject({ method: 'DELETE', url })
  expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  const asked = await fastify.inject({ method: 'OPTIONS', url })
  expect([asked.statusCode, asked.headers.allow]).toEqual([204, 'POST, OPTIONS'])
  const nowhere = await fastify.inject({ method: 'OPTIONS', url: '/nowhere' })
  expect(problem.parse(nowhere.json()).code).toBe('not_found')
})

test('GW-8 a refusal is in Thai for who prefers it, with the same code', async () => {
  const { fastify } = payRig()
  const messageFor = async (languages: string) => {
    const response = await send(fastify, { ...good, amount: '5' }, { 'accept-language': languages })
    expect(response.headers.vary).toContain('Accept-Language')
    return problem.parse(response.json())
  }
  const thai = await messageFor('th-TH,th;q=0.9,en;q=0.8')
  expect(thai).toMatchObject({ code: 'validation', field: 'amount', message: 'ข้อมูลบางส่วนไม่ถูกต้อง (amount)' })
  for (const languages of ['en', 'en-GB,th;q=0.5', '*', 'de', 'th;q=0'])
    expect((await messageFor(languages)).message).toMatch(/^some of the values are not valid: amount, /)
  const nowhere = (languages: string) => send(fastify, good, { 'accept-language': languages }, '/nowhere')
  expect(
    [await nowhere('en'), await nowhere('th')].map((answer) => problem.parse(answer.json()).message),
  ).toEqual([
    ...['No data found', 'ไม่พบข้อมูล'], // M§8
  ])
  // what is wrong with it is told whatever the language
  const english = `some of the values are not valid: amount, ${thai.details?.reason}`
  expect((await messageFor('en')).message).toBe(english)
})

test('GW-9 a 401 says how to sign in', async () => {
  const { app } = rig(noAuth)
  app.route(read({ kind: 'user' }), async () => ({ who: 'me' }))
  const response = await app.fastify.inject('/api/public/v1/thing')
  expect(response.headers['www-authenticate']).toBe('Bearer realm="talad"')
})

test('ID-29 a call that wants a fresh sign-in says how fresh, as RFC 9470 does, and by which ways it can be had', async () => {
  const { keys, make } = await tokenMaker()
  const { app } = rig(createAuth({ jwks: keys, callers: {} }))
  app.route(read({ kind: 'user', fresh: true }), async () => ({ who: 'me' }))
  const ask = async (claims: object) =>
    app.fastify.inject({
      url: '/api/public/v1/thing',
      headers: { authorization: `Bearer ${await make({ ways: ['join', 'web3'], ...claims })}` },
    })
  const now = Math.floor(Date.now() / 1000)
  expect((await ask({ auth_time: now - 890 })).statusCode).toBe(200)
  for (const claims of [{ auth_time: now - 901 }, {}]) {
    const response = await ask(claims)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({
      code: 'reauth_required',
      details: { maxAgeSeconds: 900, ways: ['join', 'web3'] },
    })
    expect(response.headers['www-authenticate']).toBe(
      'Bearer realm="talad", error="insufficient_user_authentication", max_age=900',
    )
  }
})

test('GW-9 text that no database takes is refused with its field, wherever it is', async () => {
  const { app } = rig(noAuth)
  app.route(pay, async () => ({ id: 'x', amount: 5 }))
  const query = z.object({ q: z.string().optional() })
  app.route({ ...read({ kind: 'visitor' }), query }, async () => ({ who: 'all' }))
  const fieldOf = async (response: Promise<{ statusCode: number; json: () => unknown }>) => {
    const { statusCode, json } = await response
    return [statusCode, problem.parse(json()).field]
  }
  expect(await fieldOf(app.fastify.inject('/api/public/v1/thing?q=a%00b'))).toEqual([400, 'q'])
  expect(await fieldOf(send(app.fastify, good, {}, '/api/user/v1/pay/a%00'))).toEqual([400, 'to'])
  const bodies: [string, string][] = [
    ['{"amount":5,"kind":"a\\u0000"}', 'kind'],
    ['{"amount":5,"kind":"\\ud83d"}', 'kind'],
    ['{"amount":5,"kind":"card","parts":[{"share":"\\u0000"}]}', 'parts.0.share'],
    ['{"amount":5,"kind":"card","a\\u0000":1}', 'body'],
  ]
  for (const [body, field] of bodies) expect(await fieldOf(send(app.fastify, body))).toEqual([400, field])
  const deep = `{"amount":${'['.repeat(60_000)}${']'.repeat(60_000)},"kind":"card"}`
  expect(await fieldOf(send(app.fastify, deep))).toEqual([400, 'amount'])
  expect((await send(app.fastify, { ...good, kind: 'card' })).statusCode).toBe(201)
})

test('an answer for everybody has a name, by which who has it already gets no body', async () => {
  const { app } = rig(noAuth)
  let who = 'all'
  app.route(read({ kind: 'visitor' }, { cacheable: true }), async () => ({ who }))
  const url = '/api/public/v1/thing'
  const first = await app.fastify.inject(url)
  const tag = String(first.headers.etag)
  const again = await app.fastify.inject({ url, headers: { 'if-none-match': `"x", ${tag}` } })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
  who = 'others'
  const other = await app.fastify.inject({ url, headers: { 'if-none-match': tag } })
  expect([other.statusCode, other.json()]).toEqual([200, { who: 'others' }])
})
