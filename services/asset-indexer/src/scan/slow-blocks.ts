import type { Queryable } from '@talad/shared/db'
import type { Range } from '../chain/fetch.ts'

const SLOW_MS = 5_000
/** More blocks than that are a way to the head, which takes the time that it takes. */
const FEW_BLOCKS = 64
const KEPT = 10

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
    if ((isDone && ms < slowMs) || to - from >= FEW_BLOCKS) return
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
