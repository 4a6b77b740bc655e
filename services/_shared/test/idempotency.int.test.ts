import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inTx } from '../src/db.ts'
import { makeApiKey } from '../src/http/api-key.ts'
import { type Attempt, once, pruneRequests } from '../src/http/idempotency.ts'
import { hashOf } from '../src/json.ts'
import { Rejection } from '../src/rejection.ts'
import { noAuth, pay, rig, send } from './http-rig.ts'
import { openKit, pause } from './kit.ts'

const good = { amount: 5, kind: 'card' }
const withKey = { 'idempotency-key': 'key-1' }

async function payRig(work: (effect: number) => Promise<void> = async () => undefined) {
  const kit = await openKit()
  const state = { effects: 0 }
  const open = () => {
    const { app } = rig(noAuth, { db: kit.db })
    app.route(pay, async ({ body }) => {
      state.effects += 1
      await work(state.effects)
      return { id: `effect-${state.effects}`, amount: body.amount, at: new Date().toISOString() }
    })
    return app.fastify
  }
  return { kit, state, fastify: open(), another: open() }
}

test('B16 GW-10 the same key and body 50 times at once: one effect, the same bytes to all', async () => {
  const { fastify, another, state } = await payRig(() => pause(50))
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, n) => send(n % 2 ? fastify : another, good, withKey)),
  )
  expect(state.effects).toBe(1)
  expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1)
  expect(replies[0]?.statusCode).toBe(201)
})

test('B16 GW-10 the answer survives a restart, and is told as one that was kept', async () => {
  const { fastify, another, state } = await payRig()
  const first = await send(fastify, good, withKey)
  await fastify.close()
  const again = await send(another, { kind: 'card', amount: 5 }, withKey) // equal, its keys in another order
  expect([again.statusCode, again.body]).toEqual([201, first.body])
  const told = [first, again].map(({ headers }) => headers['idempotency-replayed'])
  expect(told).toEqual([undefined, 'true'])
  expect(state.effects).toBe(1)
})

test('GW-10 the same key with another body, or on another path, is refused', async () => {
  const { fastify, state } = await payRig()
  await send(fastify, good, withKey)
  const other = await send(fastify, { ...good, amount: 6 }, withKey)
  expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_mismatch'])
  const elsewhere = await send(fastify, good, withKey, '/api/user/v1/pay/eve')
  expect(elsewhere.statusCode).toBe(409)
  expect(state.effects).toBe(1)
})

test('GW-10 after a refusal or a fault the key runs its work again', async () => {
  const { fastify, state } = await payRig(async (effect) => {
    if (effect === 1) throw new Rejection('NOT_TODAY')
    if (effect === 2) throw new Error('planted')
  })
  const codes = []
  for (let n = 0; n < 4; n++) codes.push((await send(fastify, good, withKey)).statusCode)
  expect(codes).toEqual([409, 500, 201, 201])
  expect(state.effects).toBe(3)
})

test('GW-10 without a key each call is its own, and a key that is too long is refused', async () => {
  const { fastify, state } = await payRig()
  await send(fastify, good)
  await send(fastify, good)
  expect(state.effects).toBe(2)
  const long = await send(fastify, good, { 'idempotency-key': 'x'.repeat(65) })
  expect([long.statusCode, long.json().field]).toEqual([400, 'Idempotency-Key'])
  expect(long.json().details).toEqual({ reason: 'must be 1 to 64 characters' })
})

test('GW-10 who repeats a call that is still running waits for its answer, and is told so when that takes too long', async () => {
  const { db } = await openKit()
  const request = { actor: 'a', key: 'k', bodyHash: 'h' }
  const deps = { db, now: () => new Date('2025-01-01T00:00:00Z') }
  let finish: () => void = () => undefined
  const working = new Promise<void>((resolve) => {
    finish = resolve
  })
  const first = once(deps, request, async () => {
    await working
    return { status: 201, body: { n: 1 } }
  })
  while ((await db.query('select 1 from kit.request')).rows.length === 0) await pause(5)
  const again = (waitMs: number) =>
    once({ ...deps, waitMs }, request, () => Promise.reject(new Error('a second effect')))
  await expect(again(60)).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' })
  finish()
  expect(await again(10_000)).toMatchObject(await first)
})

test('GW-10 a claim whose process died is taken over, and the late one cannot disturb it', async () => {
  const { db } = await openKit()
  const request = { actor: 'a', key: 'k', bodyHash: 'h' }
  let wake: () => void = () => undefined
  const sleeping = new Promise<void>((resolve) => {
    wake = resolve
  })
  const clock = { at: new Date('2025-01-01T00:00:00Z') }
  const deps = { db, now: () => clock.at }
  const dead = once(deps, request, async () => {
    await sleeping
    throw new Error('too late')
  })
  const claimed = async () => (await db.query('select 1 from kit.request')).rows.length === 1
  while (!(await claimed())) await pause(5)
  clock.at = new Date('2025-01-01T00:00:31Z')
  let finish: () => void = () => undefined
  const working = new Promise<void>((resolve) => {
    finish = resolve
  })
  const heir = once(deps, request, async () => {
    await working
    return { status: 201, body: { n: 1 } }
  })
  const taken = async () =>
    (await db.query(`select 1 from kit.request where started_at = '2025-01-01T00:00:31Z'`)).rows.length === 1
  while (!(await taken())) await pause(5)
  wake()
  await expect(dead).rejects.toThrow('too late')
  finish()
  expect(await heir).toEqual({ status: 201, body: { n: 1 } })
  expect(await once(deps, request, () => Promise.reject(new Error('a second effect')))).toMatchObject(
    await heir,
  )
})

test('GW-10 an answer that is kept with the work is there with it, whoever dies before it is told, and gone with it', async () => {
  const { db, owner } = await openKit()
  await owner.query('create table effect (what text); grant all on effect to public')
  const deps = { db, now: () => new Date('2025-01-01T00:00:00Z') }
  const request = { actor: 'a', key: 'k', bodyHash: 'h', status: 201 }
  const run = (what: string, fail: 'before the commit' | 'after it' | 'not at all') =>
    once(deps, request, async (attempt) => {
      const body = await inTx(db, async (tx) => {
        await tx.query('insert into effect values ($1)', [what])
        const kept = await attempt.keep(tx, { what })
        if (fail === 'before the commit') throw new Error(fail)
        return kept
      })
      if (fail === 'after it') throw new Error(fail)
      return { status: 201, body }
    })
  await expect(run('first', 'before the commit')).rejects.toThrow('before')
  await expect(run('second', 'after it')).rejects.toThrow('after')
  const answer = { status: 201, body: { what: 'second' } }
  expect(await run('third', 'not at all')).toMatchObject(answer)
  expect(await once(deps, { ...request, key: 'other' }, async () => answer)).toEqual(answer)
  expect((await db.query('select what from effect')).rows).toEqual([{ what: 'second' }])
})

test('GW-10 work whose call was taken over meanwhile is undone, and only the answer of the other is kept', async () => {
  const { db, owner } = await openKit()
  await owner.query('create table effect (what text); grant all on effect to public')
  const clock = { at: new Date('2025-01-01T00:00:00Z') }
  const deps = { db, now: () => clock.at }
  const request = { actor: 'a', key: 'k', bodyHash: 'h' }
  let goOn: () => void = () => undefined
  const slow = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const run = (what: string, first: Promise<void> = Promise.resolve()) =>
    once(deps, request, async (attempt) => {
      await first
      const body = await inTx(db, async (tx) => {
        await tx.query('insert into effect values ($1)', [what])
        return attempt.keep(tx, { what })
      })
      return { status: 200, body }
    })
  const late = run('late', slow)
  while ((await db.query('select 1 from kit.request')).rowCount === 0) await pause(5)
  clock.at = new Date('2025-01-01T00:00:31Z')
  expect((await run('heir')).body).toEqual({ what: 'heir' })
  goOn()
  await expect(late).rejects.toThrow('REQUEST_IN_PROGRESS')
  expect((await run('again')).body).toEqual({ what: 'heir' })
  expect((await db.query('select what from effect')).rows).toEqual([{ what: 'heir' }])
})

test('GW-10 a fault does not free the key for another body', async () => {
  const { fastify } = await payRig(async (effect) => {
    if (effect === 1) throw new Error('planted')
  })
  expect((await send(fastify, good, withKey)).statusCode).toBe(500)
  expect((await send(fastify, { ...good, amount: 6 }, withKey)).json().code).toBe('idempotency_mismatch')
  expect((await send(fastify, good, withKey)).statusCode).toBe(201)
})

test('GW-10 an answer is kept for 24 hours', async () => {
  const { db } = await openKit()
  const clock = { at: new Date('2025-01-01T00:00:00Z') }
  const deps = { db, now: () => clock.at }
  const request = { actor: 'a', key: 'k', bodyHash: 'h' }
  let effects = 0
  const work = async () => ({ status: 201, body: { effects: ++effects } })
  await once(deps, request, work)
  clock.at = new Date('2025-01-01T23:59:59Z')
  expect((await once(deps, request, work)).body).toEqual({ effects: 1 })
  expect(await pruneRequests(deps.db, { now: deps.now() })).toBe(0)
  clock.at = new Date('2025-01-02T00:00:01Z')
  expect((await once(deps, { ...request, bodyHash: 'another' }, work)).body).toEqual({ effects: 2 })
  clock.at = new Date('2025-01-04T00:00:00Z')
  expect(await pruneRequests(deps.db, { now: deps.now() })).toBe(1)
})

test('GW-10 ID-42 what is kept tells neither the answer nor what was asked, and opens for its caller alone', async () => {
  const { db } = await openKit()
  const deps = { db, now: () => new Date('2025-01-01T00:00:00Z') }
  const request = { actor: 'mali', key: '5b1c7f0e-once', bodyHash: hashOf({ account_number: '1234567890' }) }
  const answer = { status: 201, body: { account_number: '1234567890', name: 'สมชาย ใจดี' } }
  expect(await once(deps, request, async () => answer)).toEqual(answer)
  const { rows } = await db.query<{ row: string; body: string }>(
    'select r::text as row, body from kit.request r',
  )
  expect(rows).toHaveLength(1)
  const [kept] = rows
  for (const secret of ['1234567890', 'สมชาย', request.key, request.bodyHash])
    expect([kept?.row, Buffer.from(kept?.body ?? '', 'base64').toString()].join()).not.toContain(secret)
  const never = () => Promise.reject(new Error('a second effect'))
  expect(await once(deps, request, never)).toMatchObject(answer)
  // somebody else's key of the same name opens nothing, also where rows are put in each other's place
  await once(deps, { ...request, actor: 'eve' }, async () => ({ status: 201, body: 'hers' }))
  await db.query(`update kit.request set body = (select body from kit.request where actor = 'mali')`)
  await expect(once(deps, { ...request, actor: 'eve' }, never)).rejects.toThrow()
})

test('GW-10 ID-42 what was kept in the clear is gone after the migration, and its call has the same effect', async () => {
  const { db } = await openKit()
  const deps = { db, now: () => new Date('2025-01-01T00:10:00Z') }
  const request = { actor: 'mali', key: 'k', bodyHash: 'h' }
  await db.query(
    `insert into kit.request (actor, key, body_hash, status, body, started_at, work_id)
     values ('mali', 'k', 'h', 201, to_jsonb('{"account_number":"1234567890"}'::text), '2025-01-01T00:00:00Z', 'work')`,
  )
  await db.query(await readFile(new URL('../sql/0017_sealed_answers/migration.sql', import.meta.url), 'utf8'))
  expect((await db.query<{ body: unknown }>('select body from kit.request')).rows).toEqual([{ body: null }])
  const other = once(deps, { ...request, bodyHash: 'other' }, async () => ({ status: 201, body: {} }))
  await expect(other).rejects.toThrow('IDEMPOTENCY_MISMATCH')
  let told: Attempt | undefined
  await once(deps, request, async (attempt) => {
    told = attempt
    return { status: 201, body: {} }
  })
  expect(told).toMatchObject({ id: 'work', again: true })
})

test('GW-10 an answer is kept for the API key and the site that it was given to', async () => {
  const kit = await openKit()
  const apiKeys = async (digest: string) => digest.slice(0, 8)
  const { app } = rig(noAuth, { db: kit.db, callers: { apiKeys } })
  let effects = 0
  app.route({ ...pay, auth: { kind: 'key', scope: 'vnft.mint' } }, async ({ body }) => {
    effects += 1
    return { id: `effect-${effects}`, amount: body.amount }
  })
  const sent = { one: makeApiKey('live'), two: makeApiKey('live') }
  const idFor = async (key: keyof typeof sent, site = 'main') => {
    const headers = { ...withKey, 'x-api-key': sent[key], 'x-talad-site': site }
    return (await send(app.fastify, good, headers)).json().id
  }
  expect([await idFor('one'), await idFor('two'), await idFor('one', 'night')]).toEqual([
    'effect-1',
    'effect-2',
    'effect-3',
  ])
  expect([await idFor('one'), await idFor('two'), await idFor('one', 'night')]).toEqual([
    'effect-1',
    'effect-2',
    'effect-3',
  ])
})
