import type { Invariant } from '@talad/shared/manifest'

/** What of an item was granted or minted directly, beside what its counters say (CA-49). */
const MISCOUNTED = `
  from vitem i
  left join lateral (select coalesce(sum(amount), 0) as granted from holding h where h.item_id = i.id) h on true
  left join lateral (select count(*) filter (where state = 'mined') as mined, count(*) filter (where state = 'open') as open
    from mint m where m.item_id = i.id and m.holding_id is null) m on true
  where i.mint_count <> h.granted + m.mined or i.mint_reserve <> m.open`

/** Where it is wrong, by lane: nothing new is minted by it until a person has looked. */
export const MISCOUNTED_LANES = `select distinct c.lane, i.id as item_id ${MISCOUNTED.replace(
  'from vitem i',
  'from vitem i join collection_contract c on c.collection_id = i.collection_id',
)}`

export const supplyInvariants: readonly Invariant[] = [
  {
    description: 'the counters of an item are its grants and its direct mints', // CA-49
    sql: `select i.id ${MISCOUNTED}`,
  },
  {
    description: 'the counters of a collection with a limit are those of its items', // CA-49
    sql: `select c.id from vcollection c left join vitem i on i.collection_id = c.id where c.mint_limit is not null
          group by c.id having c.mint_count <> coalesce(sum(i.mint_count), 0) or c.mint_reserve <> coalesce(sum(i.mint_reserve), 0)`,
  },
  {
    description: 'a token of an item is granted or minted once', // CA-48
    sql: `select t.item_id, t.item_token_id from (
            select item_id, item_token_id, id from holding union all
            select item_id, item_token_id, id from mint where holding_id is null) t
          join item_token k on k.item_id = t.item_id and k.number = t.item_token_id and not k.shared
          group by t.item_id, t.item_token_id having count(*) > 1`,
  },
  {
    description: 'what is mined has its transaction, and what waits in a batch is in one that has not ended', // CA-46
    sql: `select m.id from mint m left join mint_batch b on b.id = m.batch_id
          where m.state = 'mined' and m.tx_hash is null
            or m.state = 'open' and b.ended and b.tx_status not in ('failed', 'mined')`,
  },
]
