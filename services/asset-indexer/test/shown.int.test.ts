import { listAssets, listTraits, traitQuery } from '@talad/proto/http/asset-indexer/assets'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { refreshAsset } from '../src/market/refresh.ts'
import { alice, BIRD, bob, FISH, idOf, type Lists, now, startLists } from './lists.ts'

let own: Lists
beforeAll(async () => {
  own = await startLists(inject('postgres'))
})
afterAll(() => own.close())

async function assets(query: Record<string, string>) {
  const { status, body } = await own.get('/api/public/v1/assets', query)
  expect([status, body.message]).toEqual([200, undefined])
  return listAssets.response.parse(body).list
}
const found = async (query: Record<string, string>) =>
  (await assets(query)).map((one) => Number.parseInt(one._id, 16))

const rename = (n: number, name: string) =>
  own.db.query('update asset set name = $2 where id = $1', [idOf(n), name])

describe('AI-17', () => {
  beforeAll(async () => {
    await own.db.query(`update collection set name = 'โคมล้านนา · Lanna Lanterns' where id = $1`, [BIRD])
    await rename(1, 'ทับทิมน้ำงาม · River Ruby')
    await rename(2, 'ม่านราตรี · Night Curtain')
    await rename(5, 'ชมพูเหนือป่าสน · Pink over the Pines')
  })

  test('AI-17 finds assets by a part of their own name, in Thai too, whatever the case and the tone marks', async () => {
    expect(await found({ q: 'ทับทิม' })).toEqual([1])
    expect(await found({ q: 'ราตรี' })).toEqual([2])
    expect(await found({ q: 'มานราตรี' })).toEqual([2])
    expect(await found({ q: 'river ruby' })).toEqual([1])
  })

  test('AI-17 finds assets by their number, also as it is shown and in Thai digits', async () => {
    const { rows } = await own.db.query('select token_id::text as id from asset where id = $1', [idOf(2)])
    const number: string = rows[0]?.id
    const inThai = number.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)))
    for (const q of [`#${number}`, `# ${number}`, `#${inThai}`]) expect(await found({ q }), q).toContain(2)
    expect(await found({ q: '#99999' })).toEqual([])
    expect(await found({ q: '#a' })).toEqual([])
  })

  test('AI-17 finds the assets of a collection by its name, and by the value of a trait', async () => {
    expect(await found({ q: 'โคม' })).toEqual([5])
    expect(await found({ q: 'lantern' })).toEqual([5])
    expect((await found({ q: 'Long' })).sort()).toEqual([1, 3])
  })

  test('AI-17 what is for sale comes before what only says the words better, page by page', async () => {
    await rename(4, 'Night Market')
    await own.db.query('update asset set listings = 0 where id = $1', [idOf(2)])
    await own.db.query('update asset set listings = 1 where id = $1', [idOf(4)])
    expect(await found({ q: 'night' })).toEqual([4, 2])
    expect(await found({ q: 'night', ps: '1', pi: '1' })).toEqual([2])
    expect(await found({ q: 'night curtain' })).toEqual([2])
    await own.db.query('update asset set listings = 1 where id = $1', [idOf(2)])
    await own.db.query('update asset set listings = 0 where id = $1', [idOf(4)])
    expect(await found({ q: 'night' })).toEqual([2, 4])
  })

  test('AI-17 words that are nowhere as typed find what is near to them, the nearest first', async () => {
    expect((await found({ q: 'ทับทิน' }))[0]).toBe(1)
    expect(await found({ q: 'lantren' })).toEqual([5])
    expect((await found({ q: 'nigth curtian' }))[0]).toBe(2)
    expect(await found({ q: 'xyzxyz' })).toEqual([])
    const search = await own.get('/api/public/v1/collections/search', { q: 'lanna lantrens' })
    expect(search.body.list.map((one: { slug: string }) => one.slug)).toEqual(['bird'])
  })

  test('AI-17 what says it in its own name comes first, on whatever page, and each is found once', async () => {
    await rename(3, 'Lantern of the tallest')
    // of what is for sale, and of what isn't
    await own.db.query('update asset set listings = 0 where id = any($1)', [[idOf(3), idOf(5)]])
    const all = await found({ q: 'lantern' })
    expect(all).toEqual([3, 5])
    for (const [pi, expected] of [
      ['0', [3]],
      ['1', [5]],
      ['2', []],
    ] as const)
      expect(await found({ q: 'lantern', ps: '1', pi }), pi).toEqual(expected)
    expect((await found({ q: 'lantern', sr: 'ti' })).sort()).toEqual([3, 5])
    expect((await assets({ q: 'lantern', sr: 'lp' })).length).toBe(2)
    const { body } = await own.get('/api/public/v1/assets', { q: 'lantern', count: '1', ps: '1' })
    expect(body.total).toBe(2)
    await rename(3, 'Three')
  })

  test('AI-17 a word stands for what it is near to once it is written anywhere, also as the value of a trait', async () => {
    expect(await found({ q: 'Marigolt' })).toEqual([])
    await rename(4, 'A garland of marigold, 12')
    expect(await found({ q: 'Marigolt' })).toEqual([4])
    expect(await found({ q: 'garlant marigolt' })).toEqual([4])
    expect(await found({ q: '12' })).toContain(4)
    await own.db.query(
      `insert into trait (collection_id, key_folded, value_folded, key, value, count) values ($1, 'scent', 'frangipani', 'Scent', 'Frangipani', 1)`,
      [FISH],
    )
    await own.db.query(
      `insert into attribute (asset_id, position, collection_id, key, key_folded, value, value_folded)
       values ($1, 99, $2, 'Scent', 'scent', 'Frangipani', 'frangipani')`,
      [idOf(4), FISH],
    )
    expect(await found({ q: 'frangipany' })).toEqual([4])
    for (const table of ['trait', 'attribute'])
      await own.db.query(`delete from ${table} where key_folded = 'scent'`)
  })

  test('AI-17 leaves out what is suspended', async () => {
    await rename(6, 'ทับทิมลับ')
    expect(await found({ q: 'ทับทิม' })).toEqual([1])
  })
})

describe('a token of many units', () => {
  /** Alice sells 4 of hers for 80 together, of which 1 is sold, and bob 6 more for 20 each while he holds 5. */
  beforeAll(async () => {
    const order = (
      hash: string,
      offerer: string,
      raw: string,
      value: string,
      amount: number,
      filled: number,
    ) =>
      own.db.query(
        `insert into order_replica (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer,
           token_address, symbol, family, decimals, raw, amount, unit_value, start_at, end_at, created_at, filled)
         values ($1, $2, 1, 'list', 'offchain', false, true, $3, $4, $5, 'THBK', 'thb', 2, $6, $7, $8, 'epoch',
           $9, 'epoch', $10)`,
        [
          ...[hash, hash.slice(2, 26), idOf(5), offerer, `0x${'70'.repeat(20)}`, raw, amount, value],
          ...[new Date(now.getTime() + 86_400_000), filled],
        ],
      )
    await own.db.query(`update order_replica set status = 'cancelled' where asset_id = $1`, [idOf(5)])
    await own.db.query('delete from holder where asset_id = $1', [idOf(5)])
    await own.db.query('insert into holder values ($1, $2, 9), ($1, $3, 5)', [idOf(5), alice, bob])
    await own.db.query('update asset set supply = 14 where id = $1', [idOf(5)])
    const [first, second] = [`0x${'51'.repeat(32)}`, `0x${'52'.repeat(32)}`]
    await order(first, alice, '8000', '20', 4, 1)
    await order(second, bob, '18000', '30', 6, 0)
    await own.db.query(
      `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, order_hash,
         block_number, log_index, item, tx_hash)
       values ('900-1-0', 'sale', $5, $1, $2, 1, $3, $4, 2, $6, 900, 1, 0, $7),
         ('900-0-0', 'transfer', $5, $1, $2, 1, $3, $4, 2, null, 900, 0, 0, $7),
         ('950-0-0', 'transfer', $5, $1, $2, 1, $3, $4, 1, null, 950, 0, 0, $8)`,
      [
        ...[idOf(5), `0x${'b1'.repeat(20)}`, alice, bob, now, first],
        ...[`0x${'77'.repeat(32)}`, `0x${'78'.repeat(32)}`],
      ],
    )
    await own.db.query(
      `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, order_hash)
       values ('c1', 'cancel', $2, $1, $3, 1, $4, $4, 1, $5), ('l1', 'list', $2, $1, $3, 1, $4, $4, 1, $6),
         ('c2', 'cancel', $7, $1, $3, 1, $4, $4, 1, $6)`,
      [
        ...[idOf(5), new Date(now.getTime() + 1_000), `0x${'b1'.repeat(20)}`, alice, first, second],
        new Date(now.getTime() + 60_000),
      ],
    )
    await refreshAsset(own.db, idOf(5), now)
  })

  test('AI-9 tells what is left on sale, of a seller no more than they hold', async () => {
    const [asset] = await assets({ as: idOf(5) })
    expect(asset?.internal.orders).toMatchObject({ listings: 2, for_sale: '8' })
    expect(asset?.dynamic.best_price?.original.value).toBe('20')
    expect(asset?.dynamic.own_price).toBeNull()
  })

  test('AI-9 the last sale is told by its price of one unit', async () => {
    const [asset] = await assets({ as: idOf(5) })
    expect(asset?.internal.orders.last_sale?.price).toMatchObject({ value: '20', raw: '2000' })
  })

  test('AI-14 a wallet’s assets tell what it holds of them and what it asks itself', async () => {
    const [asset] = await assets({ co: 'mine', wl: bob, as: idOf(5) })
    expect(asset?.internal.holders).toEqual([{ address: bob, quantity: '5' }])
    expect(asset?.dynamic.own_price?.value).toBe('30')
  })

  test('AI-18 told as one: no transfer beside its sale, no cancel beside the new price', async () => {
    const events = async (query: Record<string, string>) =>
      (await own.get('/api/public/v1/events', { as: idOf(5), ...query })).body.list.map(
        (one: { _id: string }) => one._id,
      )
    expect((await events({})).sort()).toEqual(['900-0-0', '900-1-0', '950-0-0', 'c1', 'c2', 'l1'])
    expect((await events({ mg: '1' })).sort()).toEqual(['900-1-0', '950-0-0', 'c2', 'l1'])
    expect(await events({ mg: '1', tp: 'sa' })).toEqual(['900-1-0'])
  })
})

describe('AI-13 counts of traits', () => {
  const counts = async (query: Record<string, string>) => {
    const { body } = await own.get('/api/public/v1/traits', { collection_id: FISH, ...query })
    const { traits } = listTraits.response.parse(body)
    return Object.fromEntries(
      traits.map(({ key, values }) => [
        key.toLowerCase(),
        Object.fromEntries(values.map(({ value, count }) => [value.toLowerCase(), count])),
      ]),
    )
  }

  test('AI-13 follow the other filters, and entries of the same key are alternatives', async () => {
    const all = { fin: { long: 2, short: 1 }, level: { 1: 1, 5: 1, 9: 1 } }
    expect(await counts({})).toEqual(all)
    // assets 1 and 2 are listed
    expect(await counts({ co: 'li' })).toEqual({ fin: { long: 1, short: 1 }, level: { 1: 1, 5: 1, 9: 0 } })
    expect(await counts(traitQuery([{ key: 'Fin', value: 'Long' }]))).toEqual({
      fin: { long: 2, short: 1 },
      level: { 1: 1, 5: 0, 9: 1 },
    })
    const both = traitQuery([
      { key: 'Fin', value: 'Long' },
      { key: 'Level', value: '5', valueTo: '' },
    ])
    expect(await counts(both)).toEqual({ fin: { long: 1, short: 1 }, level: { 1: 1, 5: 0, 9: 1 } })
    expect((await own.get('/api/public/v1/traits', { collection_id: FISH, vf: 'x' })).status).toBe(400)
  })
})
