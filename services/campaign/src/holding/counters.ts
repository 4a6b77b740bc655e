import { columns, type Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'

/** CA-49: what the constraints of counters mean to who asks for more. */
export const supplyRefusals = {
  vitem_promised: 'SUPPLY_EXHAUSTED',
  vcollection_promised: 'SUPPLY_EXHAUSTED',
} as const

/** How far counters of an item and of its collection move. */
export type Moved = { itemId: string; collectionId: string; count: number; reserve: number }

type Sums = Map<string, { count: number; reserve: number }>

function sumBy(moved: readonly Moved[], key: 'itemId' | 'collectionId'): Sums {
  const sums: Sums = new Map()
  for (const one of moved) {
    const { count, reserve } = sums.get(one[key]) ?? { count: 0, reserve: 0 }
    sums.set(one[key], { count: count + one.count, reserve: reserve + one.reserve })
  }
  return new Map([...sums].filter(([, { count, reserve }]) => count !== 0 || reserve !== 0))
}

async function move(tx: Tx, table: 'vitem' | 'vcollection', sums: Sums): Promise<void> {
  if (sums.size === 0) return
  const list = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  const limited = table === 'vcollection' ? 'and v.mint_limit is not null' : ''
  // no key: who updates an item twice holds the key of its collection, by its foreign key
  await tx.query({
    name: `campaign.move_${table}`,
    text: `with d as (select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as d (id, count, reserve)),
      held as materialized (
        select v.id from ${table} v where v.id in (select id from d) ${limited} order by v.id for no key update)
      update ${table} v set mint_count = v.mint_count + d.count, mint_reserve = v.mint_reserve + d.reserve
      from d join held using (id) where v.id = d.id`,
    values: columns(
      list,
      ([id]) => id,
      ([, { count }]) => String(count),
      ([, { reserve }]) => String(reserve),
    ),
  })
}

/**
 * CA-49: moves counters; the database refuses more than the limits. The row of a collection without a limit is shared by
 * who counts, and not written: what it has is the sum of its items.
 */
export async function moveCounters(tx: Tx, moved: readonly Moved[]): Promise<void> {
  await move(tx, 'vitem', sumBy(moved, 'itemId'))
  const collections = sumBy(moved, 'collectionId')
  // a limit that is set meanwhile waits for who shares, and sums up what they counted
  const { rows } = await tx.query<{ id: string }>(
    'select id from vcollection where id = any($1) and mint_limit is null order by id for share',
    [[...collections.keys()].sort()],
  )
  for (const { id } of rows) collections.delete(id)
  await move(tx, 'vcollection', collections)
}

export type Token = { number: number; itemTokenId: number }

/**
 * The next number of an item, or the one that is asked for (CA-54).
 * @param asked.shared of a contract whose tokens exist in several copies (CA-48)
 * @throws Rejection ITEM_ARCHIVED, COLLECTION_ARCHIVED, SUPPLY_EXHAUSTED, TOKEN_TAKEN
 */
export async function takeToken(
  tx: Tx,
  itemId: string,
  asked: { itemTokenId: number | undefined; shared: boolean },
): Promise<Token> {
  const { itemTokenId: given, shared } = asked
  const { rows } = await tx.query<{ number: number; token: bigint; archived: boolean; above: boolean }>({
    name: 'campaign.take_token',
    text: `update vitem v set last_token = case when $2::bigint is null then v.last_token + 1
        else greatest(v.last_token, $2) end
      from vcollection c where v.id = $1 and c.id = v.collection_id
      returning v.number, coalesce($2::bigint, v.last_token) as token, v.archived, c.archived as above`,
    values: [itemId, given ?? null],
  })
  const [taken] = rows
  if (!taken || taken.archived) throw new Rejection('ITEM_ARCHIVED', { field: 'nft.item_id' }) // CA-17
  if (taken.above) throw new Rejection('COLLECTION_ARCHIVED', { field: 'nft.item_id' }) // CA-17
  const itemTokenId = Number(taken.token)
  if (itemTokenId > 4_294_967_295) throw new Rejection('SUPPLY_EXHAUSTED') // CA-54: numbers have 32 bits
  const { rowCount } = await tx.query({
    name: 'campaign.claim_token',
    text: `insert into item_token as t (item_id, number, shared) values ($1, $2, $3)
      on conflict (item_id, number) do update set shared = true where t.shared and excluded.shared`,
    values: [itemId, itemTokenId, shared],
  })
  if (rowCount !== 1) throw new Rejection('TOKEN_TAKEN', { field: 'nft.item_token_id' }) // CA-48
  return { number: taken.number, itemTokenId }
}
