import {
  listFavourites,
  MOST_FAVOURITES,
  mergeFavourites,
  putFavourite,
  removeFavourite,
} from '@talad/proto/http/identity/favourites'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, type System, startSystem } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system.stop())

const idOf = (n: number) => n.toString(16).padStart(24, '0')
const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => idOf(from + n))

async function enter(user: string) {
  const answer = await system.browser().call(`/identity/devtool/dev-auth?user=${user}`)
  const token = String(Reflect.get(Reflect.get(Object(answer.body), 'tokenPair'), 'accessToken'))
  return { call: system.client(token), account: claimsOf(token).sub }
}

test('a favourite is put once however often it is asked, listed newest first, and taken away again', async () => {
  const { call } = await enter('liker')
  const first = await call(putFavourite, { params: { kind: 'asset', id: idOf(1) } })
  await call(putFavourite, { params: { kind: 'asset', id: idOf(2) } })
  await call(putFavourite, { params: { kind: 'collection', id: idOf(1) } })
  expect(await call(putFavourite, { params: { kind: 'asset', id: idOf(1) } })).toEqual(first)
  const listed = await call(listFavourites, {})
  expect(listed.assets.map(({ id }) => id)).toEqual([idOf(2), idOf(1)])
  expect(listed.collections.map(({ id }) => id)).toEqual([idOf(1)])
  for (let times = 0; times < 2; times += 1) {
    expect(await call(removeFavourite, { params: { kind: 'asset', id: idOf(1) } })).toEqual({
      status: 'removed',
    })
  }
  expect((await call(listFavourites, {})).assets.map(({ id }) => id)).toEqual([idOf(2)])
})

test('nobody sees or changes those of another', async () => {
  const [mali, somchai] = [await enter('fav-mali'), await enter('fav-somchai')]
  await mali.call(putFavourite, { params: { kind: 'asset', id: idOf(7) } })
  expect((await somchai.call(listFavourites, {})).assets).toEqual([])
  await somchai.call(removeFavourite, { params: { kind: 'asset', id: idOf(7) } })
  expect((await mali.call(listFavourites, {})).assets).toHaveLength(1)
  const nobody = await system.browser().call('/identity/account/my/favourites')
  expect(nobody.status).toBe(401)
})

test('what was chosen before signing in comes first in its order, and what was there keeps its time', async () => {
  const { call } = await enter('fav-merge')
  const old = await call(putFavourite, { params: { kind: 'asset', id: idOf(3) } })
  const merged = await call(mergeFavourites, {
    body: { assets: [idOf(9), idOf(3), idOf(8), idOf(9)], collections: [idOf(4)] },
  })
  expect(merged.assets.map(({ id }) => id)).toEqual([idOf(9), idOf(8), idOf(3)])
  expect(merged.assets[2]?.since).toBe(old.since)
  expect([merged.collections.length, merged.left_out]).toEqual([1, 0])
})

test('GW-9 B17 of 600 asked at once 500 find a place, by a constraint of the database, and each kind has its own', async () => {
  const { call, account } = await enter('fav-many')
  await call(mergeFavourites, { body: { assets: many(1, 460), collections: [] } })
  const results = await Promise.allSettled(
    many(1_000, 140).map((id) => call(putFavourite, { params: { kind: 'asset', id } })),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(100)
  expect(refused[0]?.reason).toMatchObject({ status: 409, code: 'too_many_favourites' })
  expect((await call(listFavourites, {})).assets).toHaveLength(MOST_FAVOURITES)
  const full = await call(mergeFavourites, { body: { assets: many(5_000, 3), collections: many(1, 2) } })
  expect([full.assets.length, full.collections.length, full.left_out]).toEqual([500, 2, 3])
  await call(removeFavourite, { params: { kind: 'asset', id: idOf(1) } })
  await call(putFavourite, { params: { kind: 'asset', id: idOf(9_999) } })
  const past = system.owner.query(
    `insert into favourite values ($1, 'asset', $2, 501, now()), ($1, 'asset', $3, 1, now())`,
    [account, idOf(10_001), idOf(10_002)],
  )
  await expect(past).rejects.toMatchObject({ code: '23514' })
})

test('an id of another form and a kind that is none are refused', async () => {
  const { call } = await enter('fav-odd')
  const put = (kind: string, id: string) => call(putFavourite, { params: { kind, id } as never })
  await expect(put('asset', 'x')).rejects.toMatchObject({ status: 400 })
  await expect(put('wallet', idOf(1))).rejects.toMatchObject({ status: 400 })
})
