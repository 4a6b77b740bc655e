import { setTimeout as sleep } from 'node:timers/promises'
import { apiKeyCheckHttp } from '@talad/proto/http/campaign/api-key-check'
import { apiKeyAdminHttp } from '@talad/proto/http/campaign/api-keys-admin'
import { virtualCollectionAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { digestOf, makeApiKey } from '@talad/shared/http/api-key'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, bearer, openBench, problemIn } from './harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const KEY = makeApiKey('live')
const TEST = makeApiKey('test')
const ID = 'c'.repeat(24)
const check = apiKeyCheckHttp.checkApiKey.path
const { path } = virtualCollectionAdminHttp.getVirtualCollection

let bench: Bench
let upstream: Upstream
/** what campaign would say of keys, by their digest */
const keys = new Map<string, { id: string; limitPerMinute: number }>()

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  upstream = await startUpstream()
  upstream.answer = ({ url, body }, response) => {
    response.setHeader('content-type', 'application/json')
    const known = () => keys.get(JSON.parse(body.toString()).digest) ?? null
    response.end(JSON.stringify(url === check ? { key: known() } : { from: 'campaign' }))
  }
})
afterAll(async () => {
  await bench.close()
  await upstream.close()
})
beforeEach(() => {
  keys.clear()
  upstream.seen.length = 0
  for (const key of [KEY, TEST]) keys.set(digestOf(key), { id: ID, limitPerMinute: 600 })
})

type Init = { method?: string; headers?: Record<string, string> }

const start = async (settings: Record<string, string> = {}) => {
  const { url } = await bench.start({ UPSTREAMS: allUpstreams(upstream.url), ...settings })
  return (address: string, key: string | undefined, { method = 'GET', headers = {} }: Init = {}) =>
    fetch(url + address, { method, headers: { ...headers, ...(key !== undefined && { 'x-api-key': key }) } })
}
const asked = () => upstream.seen.filter(({ url }) => url === check).length
const passed = () => upstream.seen.filter(({ url }) => url !== check)

test('CA-6 a key goes to the calls that take one, and to no other', async () => {
  const call = await start()
  expect((await call(`${path}?_id=${ID}`, KEY)).status).toBe(200)
  expect((await call('/api/public/v1/assets', KEY)).status).toBe(200)
  expect(passed().map(({ headers }) => headers['x-api-key'])).toEqual([KEY, undefined])
  const owner = await bearer(bench.keys)
  expect((await call(apiKeyAdminHttp.listApiKeys.path, KEY, { headers: owner })).status).toBe(200)
  expect(passed().at(-1)?.headers).not.toHaveProperty('x-api-key')
})

test('CA-6 a key that is none, or counts no longer, is refused alike, is counted by its IP, and reaches nobody', async () => {
  const call = await start({ LIMIT_PUBLIC: '6' })
  const bad = [makeApiKey('live'), makeApiKey('test'), 'tk_live_x', `${KEY}x`, '']
  const answers = await Promise.all(
    bad.map(async (key) => {
      const response = await call(path, key)
      return { status: response.status, body: { ...(await problemIn(response)), requestId: '' } }
    }),
  )
  for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 401 })
  expect(passed()).toEqual([])
  expect(asked()).toBe(2) // those whose check digits are right
  expect((await call(path, makeApiKey('live'))).status).toBe(401)
  expect((await call(path, makeApiKey('live'))).status).toBe(429)
  expect(asked()).toBe(3)
})

test('CA-6 a key calls as often as it may, whatever its IP has done, and is asked for once a moment', async () => {
  keys.set(digestOf(KEY), { id: ID, limitPerMinute: 3 })
  const call = await start({ LIMIT_PUBLIC: '2' })
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await call(path, KEY)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect(asked()).toBe(1)
  expect(passed()).toHaveLength(3)
})

test('CA-6 a key is refused at once where it was revoked, and everywhere within five seconds', async () => {
  const [here, elsewhere] = [await start(), await start()]
  for (const call of [here, elsewhere]) expect((await call(path, KEY)).status).toBe(200)
  keys.clear()
  const since = performance.now()
  const revoke = `${apiKeyAdminHttp.revokeApiKey.path}?apiKeyId=${ID}`
  const owner = await bearer(bench.keys)
  expect((await here(revoke, undefined, { method: 'DELETE', headers: owner })).status).toBe(200)
  expect((await here(path, KEY)).status).toBe(401)
  let status = 200
  while (status === 200 && performance.now() - since < 5_000) {
    await sleep(50) // a key has 600 calls a minute; looking spends them
    status = (await elsewhere(path, KEY)).status
  }
  expect(status).toBe(401)
})
