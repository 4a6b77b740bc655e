import type { Queryable } from '@talad/shared/db'

/** For so long `/readyz` tells of the last one. */
const TOLD_MINUTES = 10

type SlowRow = { from_block: bigint; to_block: bigint; at: Date; ms: number; why: string }

/** The newest first. */
export async function readSlowBlocks(db: Queryable) {
  const { rows } = await db.query<SlowRow>('select * from slow_block order by at desc, from_block desc')
  return rows.map(({ from_block, to_block, at, ...row }) => ({
    ...row,
    from_block: from_block.toString(),
    to_block: to_block.toString(),
    at: at.toISOString(),
  }))
}

/** What is said of a block that took too long just now; undefined: there is none. */
export async function tellSlow(db: Queryable, now: Date): Promise<string | undefined> {
  const [newest] = await readSlowBlocks(db)
  if (!newest || now.getTime() - Date.parse(newest.at) > TOLD_MINUTES * 60_000) return undefined
  return `block ${newest.from_block} took ${(newest.ms / 1_000).toFixed(1)} s: ${newest.why}`
}
