import type { Queryable } from '@talad/shared/db'
import type { Range } from '../chain/fetch.ts'

const SLOW_MS = 5_000
/** More blocks than that are a way to the head, which takes the time that it takes. */
const FEW_BLOCKS = 64
const KEPT = 10
/** For so long `/readyz` tells of the last one. */
const TOLD_MINUTES = 10

type Slow = { from: number; to: number; ms: number; why: string }

async function saveSlow(db: Queryable, { from, to, ms, why }: Slow, now: Date): Promise<void> {
  await db.query(
    `insert into slow_block (from_block, to_block, at, ms, why) values ($1, $2, $3, $4, $5)
     on conflict (from_block) do update set to_block = excluded.to_block, at = excluded.at, ms = excluded.ms, why = excluded.why`,
    [from, to, now, ms, why],
  )
  await db.query(
    `delete from slow_block where from_block not in (select from_block from slow_block order by at desc limit ${KEPT})`,
  )
}

export type Watch = { read(range: Range): void; end(): Promise<void> }

/**
 * Watches what a range takes, and notes it once that is too long: while it is still being worked on, and at its end. What
 * can't be noted is no fault of the scan.
 */
export function watchRange(
  { db, now, slowMs = SLOW_MS }: { db: Queryable; now: () => Date; slowMs?: number | undefined },
  { from, to }: { from: number; to: number },
): Watch {
  const began = performance.now()
  let range: Range | undefined
  let readMs: number | undefined
  const note = async (isDone: boolean) => {
    const ms = Math.round(performance.now() - began)
    if (ms < slowMs || to - from >= FEW_BLOCKS) return
    const seconds = (of: number) => `${(of / 1_000).toFixed(1)} s`
    const read = `reading ${seconds(readMs ?? ms)}`
    const held = `${range?.facts.length} facts, ${range?.notices.length} notices, ${range?.unreadable.length} logs not understood`
    const why = range ? `${read}, writing ${seconds(ms - (readMs ?? 0))}; ${held}` : read
    await saveSlow(db, { from, to, ms, why: isDone ? why : `not done yet: ${why}` }, now()).catch(
      () => undefined,
    )
  }
  const timer = setTimeout(() => void note(false), slowMs)
  return {
    read(found) {
      range = found
      readMs = performance.now() - began
    },
    async end() {
      clearTimeout(timer)
      await note(true)
    },
  }
}

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
