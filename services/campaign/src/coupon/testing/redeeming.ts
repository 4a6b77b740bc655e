import { type Db, inTx, type Queryable } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { transact } from '@talad/shared/stream'
import { consumeCoupon } from '../consume.ts'
import { revealCoupon } from '../reveal.ts'

const REVEALED = 'revealed'

/** Of an item whose tokens get codes of a pool. */
export const STALL = {
  version: '3.0',
  name: 'Stall',
  assets: { image: 'ipfs://stall' },
  attributes: { power: { value: 1 } },
  'coupon-code': { codepool: REVEALED },
}

type Place = { projectId: string; collectionId: string; itemId: string }

/** So many codes in each of three pools, and as many tokens of an item, by SQL. */
export async function makeCodes(
  owner: Queryable,
  { projectId, collectionId, itemId }: Place,
  count: number,
): Promise<void> {
  await owner.query(
    `insert into coupon_code (id, space_id, pool_name, code, description, meta_timer, created, updated)
     select left(md5(pool || n), 24), $1, pool, 'BOWL' || n, '', '{}', now(), now()
     from unnest(array['bare', '${REVEALED}', 'used']) pool, generate_series(0, $2::int - 1) n order by n`,
    [projectId, count],
  )
  await owner.query(
    `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount, created)
     select left(md5($1 || n), 24), $2, $3, $1, 1, n, 'h', 'mint', 1, now() from generate_series(1, $4::int) n`,
    [itemId, projectId, collectionId, count],
  )
  await owner.query('analyze')
}

/** What redeemers do with the code of a number, each once: bare SQL that takes the next free one, a reveal, a use. */
export function redeeming(db: Db, { projectId, itemId }: Place, now: () => Date) {
  const bare = () =>
    inTx(db, async (tx) => {
      const { rows } = await tx.query<{ id: string; code: string }>({
        name: 'bare.take',
        text: `update coupon_code set taken = true, use_count = 1, last_used = $2 where id = (select id from coupon_code
          where space_id = $1 and pool_name = 'bare' and not taken order by seq limit 1 for update skip locked) returning id, code`,
        values: [projectId, now()],
      })
      await tx.query({
        name: 'bare.use',
        text: `insert into coupon_use (id, space_id, use_key, pool_name, code_id, code, state, used_at, by, created, updated)
          values ($1, $2, $1, 'bare', $3, $4, 'consumed', $5, 'till', $5, $5)`,
        values: [newId(now()), projectId, rows[0]?.id, rows[0]?.code, now()],
      })
    })
  const reveal = (at: number) =>
    transact({ db }, (tx) => revealCoupon(tx, new Uint8Array(32), { itemId, token: at + 1 }, now()))
  const use = (at: number) =>
    transact({ db }, (tx) => {
      const of = { spaceId: projectId, poolName: 'used' }
      return consumeCoupon(tx, { code: `BOWL${at}`, of, key: `key-${at}`, by: 'till' }, now())
    })
  return { bare, reveal, use }
}
