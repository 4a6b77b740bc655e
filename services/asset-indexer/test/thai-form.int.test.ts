import { readFile } from 'node:fs/promises'
import { listAssets, traitQuery } from '@talad/proto/http/asset-indexer/assets'
import { inTx } from '@talad/shared/db'
import { expect, inject, onTestFinished, test } from 'vitest'
import { refreshTraits } from '../src/collection/traits.ts'
import { traitReader } from '../src/trait/derive.ts'
import { foldTrait } from '../src/trait/fold.ts'
import { saveTraits } from '../src/trait/store.ts'
import { FISH, startLists } from './lists.ts'

/** Each as it is right, and as it is typed on some keyboards: nikhahit and aa in place of sara am, two sara e. */
const SPELT = [
  ['น้ำตก', 'น\u0e4d\u0e49\u0e32ตก'],
  ['น้ำ', 'น\u0e49\u0e4d\u0e32'],
  ['แมว', '\u0e40\u0e40มว'],
  ['ขำ', 'ข\u0e4d\u0e32'],
] as const

test('AI-17 a name is found in either spelling of sara am and sara ae', async () => {
  const own = await startLists(inject('postgres'))
  onTestFinished(() => own.close())
  for (const [right, odd] of SPELT) {
    const { rows } = await own.db.query<{ same: boolean }>(
      'select search_text($1) = search_text($2) and search_grams($1) = search_grams($2) as same',
      [right, odd],
    )
    expect([right, rows[0]?.same]).toEqual([right, true])
  }
  const names = ['น\u0e4d\u0e49\u0e32ตกสวย', '\u0e40\u0e40มวลาย', 'ปลาข\u0e4d\u0e32']
  await own.db.query(
    `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block, name)
     select 'e' || lpad(n::text, 23, '0'), $1, $2, n + 100000, 1, 1, now(), 1000000 - n, name
     from unnest($3::text[]) with ordinality as t (name, n)`,
    [FISH, `0x${'f1'.repeat(20)}`, names],
  )
  await own.db.query(
    `insert into sync (asset_id, kind, state) select id, kind, 'ready'
     from asset, unnest(array['metadata', 'image']) kind where id like 'e0%'`,
  )
  const found = async (q: string) =>
    listAssets.response
      .parse((await own.get('/api/public/v1/assets', { q })).body)
      .list.map(({ metadata }) => metadata.name)
  for (const q of ['น้ำตก', 'น\u0e4d\u0e49\u0e32ตก', 'น\u0e49\u0e4d\u0e32ตก'])
    expect(await found(q)).toEqual([names[0]])
  for (const q of ['แมวลาย', '\u0e40\u0e40มวลาย']) expect(await found(q)).toEqual([names[1]])
  for (const q of ['ปลาขำ', 'ปลาข\u0e4d\u0e32']) expect(await found(q)).toEqual([names[2]])
})

/** Traits of two assets, as they are spelt on two keyboards. */
async function withTraits() {
  const own = await startLists(inject('postgres'))
  onTestFinished(() => own.close())
  const given = (attributes: Record<string, string>) =>
    Object.entries(attributes).map(([key, value]) => ({ key, value, number: null, displayType: null }))
  const [first, second] = (
    await own.db.query<{ id: string }>('select id from asset where collection_id = $1 order by id limit 2', [
      FISH,
    ])
  ).rows.map(({ id }) => id) as [string, string]
  await inTx(own.db, (tx) =>
    saveTraits(tx, FISH, traitReader([]), [
      { id: first, attributes: given({ สีน้ำ: 'แดงเข้ม', ฟ้า: 'ค่ำ' }) },
      { id: second, attributes: given({ 'สีน\u0e4d\u0e49\u0e32': '\u0e40\u0e40ดงเข้ม', ฟ้า: 'คำ' }) },
    ]),
  )
  const found = async (key: string, value: string) => {
    const query = { cl: FISH, ...traitQuery([{ key, value }]) }
    return listAssets.response.parse((await own.get('/api/public/v1/assets', query)).body).list.length
  }
  const counted = async () => {
    const sql = 'select key_folded, value_folded, count from trait where collection_id = $1 order by 1, 2'
    return (await own.db.query<{ key_folded: string }>(sql, [FISH])).rows.filter(({ key_folded: key }) =>
      ['สีน้ำ', 'ฟ้า', 'สีน\u0e4d\u0e49\u0e32'].includes(key),
    )
  }
  return { ...own, found, counted, second }
}

const TOGETHER = [
  { key_folded: 'ฟ้า', value_folded: 'คำ', count: 1 },
  { key_folded: 'ฟ้า', value_folded: 'ค่ำ', count: 1 },
  { key_folded: 'สีน้ำ', value_folded: 'แดงเข้ม', count: 2 },
]

test('AI-11 AI-13 a trait is filtered by in either spelling, and counted as one; another tone is another value', async () => {
  const { db, found, counted } = await withTraits()
  for (const key of ['สีน้ำ', 'สีน\u0e4d\u0e49\u0e32', 'สีน\u0e49\u0e4d\u0e32', 'สีนำ้'])
    for (const value of ['แดงเข้ม', '\u0e40\u0e40ดงเข้ม']) expect(await found(key, value), key).toBe(2)
  expect([await found('ฟ้า', 'คำ'), await found('ฟ้า', 'ค่ำ')]).toEqual([1, 1])
  await refreshTraits(db, FISH, new Date())
  expect(await counted()).toEqual(TOGETHER)
})

test('AI-11 AI-13 traits from before are brought into the form, and what was counted apart is counted together; also where it runs twice', async () => {
  const { db, found, counted, second } = await withTraits()
  await db.query(
    `update attribute set key_folded = lower(key), value_folded = lower(value) where asset_id = $1`,
    [second],
  )
  await refreshTraits(db, FISH, new Date())
  expect([await found('สีน้ำ', 'แดงเข้ม'), (await counted()).length]).toEqual([1, 4])
  const sql = await readFile(
    new URL('../prisma/migrations/20261127094000_trait_form/migration.sql', import.meta.url),
    'utf8',
  )
  for (const _ of [1, 2]) {
    await db.query(sql)
    expect([await found('สีน้ำ', 'แดงเข้ม'), await counted()]).toEqual([2, TOGETHER])
  }
  const { rows } = await db.query<{ key: string; key_folded: string; value: string; value_folded: string }>(
    'select key, key_folded, value, value_folded from attribute where asset_id = $1',
    [second],
  )
  for (const row of rows)
    expect([row.key_folded, row.value_folded]).toEqual([foldTrait(row.key), foldTrait(row.value)])
})
