import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { expect, inject, onTestFinished, test } from 'vitest'
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
