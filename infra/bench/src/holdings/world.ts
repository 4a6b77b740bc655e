import type { World } from '@talad/campaign/trigger/testing/world'

/** Who holds so many on average. */
const EACH = 100
export const accountAt = (n: number) => `d${n.toString(16).padStart(23, '0')}`

/** Adds holdings of one item up to a number, spread over accounts, by SQL; each token is somebody's once. */
export async function growTo(
  { owner, projectId }: World,
  { itemId, collectionId }: { itemId: string; collectionId: string },
  { from, to }: { from: number; to: number },
): Promise<void> {
  const values = [itemId, from, to - 1]
  await owner.query(
    `insert into item_token (item_id, number, shared) select $1, n + 1, false from generate_series($2::int, $3::int) n`,
    values,
  )
  await owner.query(
    `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount, created)
     select 'e' || lpad(to_hex(n), 23, '0'), $4, $5, $1, 1, n + 1, 'd' || lpad(to_hex(n / ${EACH}), 23, '0'), 'mint', 1,
       to_timestamp(1700000000 + n) from generate_series($2::int, $3::int) n`,
    [...values, projectId, collectionId],
  )
  await owner.query('update vitem set last_token = $2, mint_count = $2 where id = $1', [itemId, to])
  await owner.query('vacuum analyze')
}
