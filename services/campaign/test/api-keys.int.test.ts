import { apiKeyCheckHttp } from '@talad/proto/http/campaign/api-key-check'
import { createClient } from '@talad/proto/http/client'
import { endpoint } from '@talad/proto/http/contract'
import { digestOf } from '@talad/shared/http/api-key'
import { createApp } from '@talad/shared/http/app'
import { createAuth } from '@talad/shared/http/auth'
import { createLogger } from '@talad/shared/telemetry'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callersOf } from '../src/callers/callers.ts'
import { accounts, admin, start } from './harness.ts'

const { owner, other } = accounts
const MINUTE_MS = 60_000
const made = z.object({ secret: z.string(), apiKey: z.looseObject({ apiKeyId: z.string() }) })
const refused = { status: 403, body: { code: 'permission_required' } }

/** Campaign, and a call of API keys that reads something of a project. */
async function startWithKeys() {
  const running = await start()
  const { db, now, call } = running
  const auth = createAuth({ jwks: new URL('http://127.0.0.1:9'), callers: {} })
  const log = createLogger('campaign', 'silent')
  const about = { service: 'campaign', auth, log, rejections: {}, devMode: false, now, db }
  const app = createApp({
    ...about,
    callers: callersOf({ db, now, auth, patternRoles: { in: async () => [] } }),
  })
  const read = endpoint({
    name: 'read',
    service: 'campaign',
    method: 'GET',
    path: '/api/v1/read',
    auth: { kind: 'key', scope: 'vnft.read' },
    summary: 'reads',
    query: z.object({ project_id: z.string().optional() }),
    status: 200,
    response: z.object({ ok: z.boolean() }),
  })
  app.route(read, async () => ({ ok: true }))
  const use = async (key: string, project: string) => {
    const answer = await app.fastify.inject({
      url: `/api/v1/read?project_id=${project}`,
      headers: { 'x-api-key': key },
    })
    return { status: answer.statusCode, body: { ...answer.json(), requestId: '' } }
  }
  const make = (projectId: string, more: object = {}, key?: string) =>
    call('POST', `${admin}/api-key`, {
      as: owner,
      body: { projectId, name: 'Till', permissions: ['vnft.read'], ...more },
      ...(key !== undefined && { key }),
    })
  const secretOf = async (answer: Promise<{ body: unknown }>) => made.parse((await answer).body)
  return { ...running, use, make, secretOf }
}

test('CA-6 AW-9 a key is shown once, known by its hash, and does what it may for its project alone', async () => {
  const { open, use, make, secretOf, db, get } = await startWithKeys()
  const [id, elsewhere] = [await open('fair'), await open('elsewhere')]
  const answer = await make(id, {}, 'key')
  const { secret, apiKey } = made.parse(answer.body)
  expect(answer).toMatchObject({
    status: 201,
    body: { apiKey: { projectId: id, prefix: secret.slice(0, 12), limitPerMinute: 600, lastUsed: null } },
  })
  expect(secret).toMatch(/^tk_live_[0-9A-Za-z]{49}$/)
  expect(await make(id, {}, 'key')).toEqual(answer)
  const query = `projectId=${id}&apiKeyId=${apiKey.apiKeyId}`
  expect(JSON.stringify(await get(owner, `/api-key?${query}`))).not.toContain(secret)
  const events = await db.query(`select data::text from kit.event union all select k::text from api_key k`)
  expect(JSON.stringify(events.rows)).not.toContain(secret)
  expect(await use(secret, id)).toMatchObject({ status: 200 })
  const unknown = await use(secret.replace('_live_', '_test_'), id)
  expect(unknown).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect([await use(secret, elsewhere), await use(secret, 'nowhere')]).toEqual([unknown, unknown])
  const writer = await secretOf(make(id, { permissions: ['vnft.mint'], test: true }))
  expect(writer.secret).toMatch(/^tk_test_/)
  expect(await use(writer.secret, id)).toEqual(unknown)
})

test('CA-6 keys are listed and made by who manages the project, and of no other one', async () => {
  const { open, make, secretOf, get, give, call } = await startWithKeys()
  const [id, elsewhere] = [await open('fair'), await open('elsewhere')]
  const { apiKey } = await secretOf(make(id))
  const list = (as: string, of = id) => get(as, `/api-key/list?projectId=${of}&count=true&page=0&size=5`)
  expect(await list(owner)).toMatchObject({
    body: { apiKeys: { list: [apiKey], size: 5, index: 0, total: 1, pages: 1 } },
  })
  await give(owner, id, other, 'editor')
  expect(await list(other)).toMatchObject(refused)
  await give(owner, elsewhere, other, 'admin')
  const theirs = `projectId=${elsewhere}&apiKeyId=${apiKey.apiKeyId}`
  expect(await get(other, `/api-key?${theirs}`)).toMatchObject(refused)
  expect(await call('DELETE', `${admin}/api-key?${theirs}`, { as: other })).toMatchObject(refused)
  expect(await make(id, { permissions: ['everything'] })).toMatchObject({ status: 400 })
  expect(await make(id, { permissions: [] })).toMatchObject({ status: 400 })
})

test('CA-6 a key that was revoked, has ended, or whose creator lost the role is as one that never was', async () => {
  const { open, use, make, secretOf, give, take, call, now, pass } = await startWithKeys()
  const id = await open('fair')
  await give(owner, id, other, 'owner')
  const unknown = await use('tk_live_x', id)
  const revoked = await secretOf(make(id))
  const brief = await secretOf(make(id, { expires: new Date(now().getTime() + MINUTE_MS).toISOString() }))
  const lasting = await secretOf(make(id))
  for (const { secret } of [revoked, brief, lasting]) expect((await use(secret, id)).status).toBe(200)
  const where = `${admin}/api-key?projectId=${id}&apiKeyId=${revoked.apiKey.apiKeyId}`
  expect(await call('DELETE', where, { as: owner })).toMatchObject({
    body: { apiKey: { revoked: expect.any(String) } },
  })
  expect(await use(revoked.secret, id)).toEqual(unknown)
  await pass(MINUTE_MS)
  expect(await use(brief.secret, id)).toEqual(unknown)
  await take(other, id, owner)
  expect(await use(lasting.secret, id)).toEqual(unknown)
  await give(other, id, owner, 'minter')
  expect(await use(lasting.secret, id)).toMatchObject({ status: 200 })
})

test('CA-6 a rotated key has what the old one had, which counts for the overlap', async () => {
  const { open, use, make, secretOf, call, pass } = await startWithKeys()
  const id = await open('fair')
  const old = await secretOf(make(id, { limitPerMinute: 7 }))
  const rotate = (overlapDays: number) =>
    call('POST', `${admin}/api-key/rotate`, {
      as: owner,
      body: { projectId: id, apiKeyId: old.apiKey.apiKeyId, overlapDays },
      key: `rotate-${overlapDays}`,
    })
  expect(await rotate(31)).toMatchObject({ status: 400 })
  const answer = await rotate(1)
  expect(answer).toMatchObject({
    status: 201,
    body: { apiKey: { permissions: ['vnft.read'], limitPerMinute: 7, expires: null } },
  })
  expect(await rotate(1)).toEqual(answer)
  const fresh = made.parse(answer.body)
  for (const { secret } of [old, fresh]) expect((await use(secret, id)).status).toBe(200)
  await pass(24 * 60 * MINUTE_MS)
  expect((await use(old.secret, id)).status).toBe(401)
  expect((await use(fresh.secret, id)).status).toBe(200)
  expect(await rotate(2)).toMatchObject({ status: 409, body: { code: 'key_not_usable' } })
})

test('CA-6 the last use of a key is noted by the minute, and only where it may do what it is used for', async () => {
  const { open, use, make, secretOf, db, pass } = await startWithKeys()
  const id = await open('fair')
  const noted = async () =>
    (
      await db.query<{ at: Date | null }>('select last_used_at as at from api_key order by created_at')
    ).rows.map(({ at }) => at?.getTime() ?? 0)
  const { secret } = await secretOf(make(id))
  const minter = await secretOf(make(id, { permissions: ['vnft.mint'] }))
  await use(secret, 'nowhere')
  await use(minter.secret, id)
  expect(await noted()).toEqual([0, 0])
  expect((await use(secret, id)).status).toBe(200)
  const [first = 0] = await noted()
  expect(first).toBeGreaterThan(0)
  await use(secret, id)
  expect((await noted())[0]).toBe(first)
  await pass(MINUTE_MS)
  expect((await use(secret, id)).status).toBe(200)
  expect(((await noted())[0] ?? 0) - first).toBeGreaterThanOrEqual(MINUTE_MS)
})

test('CA-6 the gateway is told how often a key may call, as long as it counts', async () => {
  const { open, make, secretOf, call, url } = await startWithKeys()
  const id = await open('fair')
  const { secret, apiKey } = await secretOf(make(id, { limitPerMinute: 7 }))
  const client = createClient({ baseUrl: url })
  const check = (digest: string, token = 'internal-token-for-tests') =>
    client(apiKeyCheckHttp.checkApiKey, { body: { digest } }, { headers: { 'x-internal-token': token } })
  const digest = digestOf(secret)
  expect(await check(digest)).toEqual({ key: { id: apiKey.apiKeyId, limitPerMinute: 7 } })
  expect(await check('0'.repeat(64))).toEqual({ key: null })
  await expect(check(digest, 'of somebody else')).rejects.toMatchObject({ code: 'unauthorized' })
  await call('DELETE', `${admin}/api-key?projectId=${id}&apiKeyId=${apiKey.apiKeyId}`, { as: owner })
  expect(await check(digest)).toEqual({ key: null })
})

test('CA-6 a key reads what the people of its project read of collections, and changes nothing', async () => {
  const { open, make, secretOf, call } = await startWithKeys()
  const [id, elsewhere] = [await open('fair'), await open('elsewhere')]
  const { secret } = await secretOf(make(id, { permissions: ['vnft.read', 'vnft.mint'], test: true }))
  const list = (project: string) =>
    call('GET', `${admin}/vnft/collection/list?project_id=${project}`, { headers: { 'x-api-key': secret } })
  expect(await list(id)).toMatchObject({ status: 200, body: { collections: { list: [] } } })
  expect(await list(elsewhere)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  const body = { collection: { project_id: id, slug: 'lantern', name: 'Lantern' } }
  expect(
    await call('POST', `${admin}/vnft/collection`, { body, headers: { 'x-api-key': secret } }),
  ).toMatchObject({ status: 401 })
})

test('CA-6 of keys that are revoked while they are used none is taken once its revoke was answered', async () => {
  const { open, use, make, secretOf, call } = await startWithKeys()
  const id = await open('fair')
  for (let round = 0; round < 20; round++) {
    const { secret, apiKey } = await secretOf(make(id))
    let isOver = false
    const using = Array.from({ length: 3 }, async () => {
      for (let n = 0; n < 5; n++) {
        const wasOver = isOver
        const { status } = await use(secret, id)
        expect(wasOver && status === 200).toBe(false)
      }
    })
    await call('DELETE', `${admin}/api-key?projectId=${id}&apiKeyId=${apiKey.apiKeyId}`, { as: owner })
    isOver = true
    await Promise.all(using)
    expect((await use(secret, id)).status).toBe(401)
  }
})
