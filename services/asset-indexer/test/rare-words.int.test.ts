import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { expect, inject, onTestFinished, test } from 'vitest'
import { FISH, startLists } from './lists.ts'

/** Newest first: kites that fill the first look, more lanterns than are sorted by themselves, three orchids. */
const KITES = 2_100
const LANTERNS = 2_050

test('AI-17 a word is found in the order of the list, be it rare or frequent, wherever in the list it begins', async () => {
  const own = await startLists(inject('postgres'))
  onTestFinished(() => own.close())
  const total = KITES + LANTERNS + 3
  await own.db.query(
    `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block, name)
     select 'd' || lpad(n::text, 23, '0'), $1, $2, n + 100000, 1, 1, now(), 1000000 - n,
       case when n <= $3 then 'Kite' when n <= $4 then 'Lantern' else 'Orchid' end || ' no ' || n
     from generate_series(1, $5::int) n`,
    [FISH, `0x${'f1'.repeat(20)}`, KITES, KITES + LANTERNS, total],
  )
  await own.db.query(
    `insert into sync (asset_id, kind, state) select id, kind, 'ready'
     from asset, unnest(array['metadata', 'image']) kind where id like 'd0%'`,
  )
  await own.db.query('analyze asset')
  const found = async (query: Record<string, string>) => {
    const { list } = listAssets.response.parse((await own.get('/api/public/v1/assets', query)).body)
    return list.map(({ metadata }) => Number(metadata.name.split(' ').at(-1)))
  }
  const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)
  const lanterns = KITES + 1
  expect(await found({ q: 'kite', ps: '3' })).toEqual([1, 2, 3])
  expect(await found({ q: 'lantern', ps: '5' })).toEqual(from(lanterns, 5))
  expect(await found({ q: 'lantern', ps: '50', pi: '41' })).toEqual([])
  expect(await found({ q: 'lantern', ps: '50', pi: '40' })).toEqual(from(lanterns + 2_000, 50))
  expect(await found({ q: 'orchid' })).toEqual(from(total - 2, 3))
  expect(await found({ q: 'orchid', sr: 'bk', sd: 'asc', ps: '2', pi: '1' })).toEqual([total - 2])
})
