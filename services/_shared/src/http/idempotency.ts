import type { Clock } from '../clock.ts'
import type { Db, Queryable, Tx } from '../db.ts'
import { newId } from '../ids.ts'
import { toJson } from '../json.ts'
import { Rejection } from '../rejection.ts'
import { keptAnswer } from './kept-answer.ts'

type RequestRow = { body_hash: string; status: number | null; body: string }

export type Stored = { status: number; body: unknown; replayed?: true }

/** One run of the work behind a call. */
export type Attempt = {
  /** for what the call makes (GW-12): the same whenever the same call is run again */
  id: string
  /** whether it ran before and left no answer: what it makes may be there already */
  again: boolean
  /**
   * Keeps the answer in the transaction of the work. Whoever asks again is told this one, also when the process died
   * before anybody heard it, and whatever has happened since.
   * @returns the answer
   * @throws Rejection REQUEST_IN_PROGRESS when the call has been taken over from this run, whose work is undone by it
   */
  keep<T>(tx: Tx, answer: T): Promise<T>
}

/** The run of a call without a key: nobody can ask for its answer again. */
export const singleAttempt = (id: string): Attempt => ({
  id,
  again: false,
  keep: async (_, answer) => answer,
})

/** Who asks for what; `status`: of an answer that the work keeps. */
type Asked = { actor: string; key: string; bodyHash: string; status?: number }

const LIFE_MS = 24 * 60 * 60 * 1_000
/** after this an unfinished first request counts as dead and the next one runs the work again */
const ABANDONED_MS = 30_000
const WAIT_MS = 10_000

/**
 * GW-10: runs a value-moving call once per (caller, key). The same key with the same body gets the stored answer, also
 * while the first call is still running (it waits); with another body it is refused.
 * A process that dies in the middle leaves the key unfinished, and a fault may have come after the commit: the work runs
 * again, and is told the id that it had.
 * @param deps.waitMs how long a call waits for the first one, ten seconds unless told
 * @throws Rejection IDEMPOTENCY_MISMATCH, REQUEST_IN_PROGRESS
 */
export async function once(
  deps: { db: Db; now: Clock; waitMs?: number },
  request: Asked,
  work: (attempt: Attempt) => Promise<Stored>,
): Promise<Stored> {
  const { db, now, waitMs = WAIT_MS } = deps
  const deadline = performance.now() + waitMs // not the service's clock, which a test may hold still
  const kept = keptAnswer(request)
  const where = [request.actor, kept.key]
  let started: Date
  let attempt: Omit<Attempt, 'keep'>
  for (;;) {
    started = now()
    const fresh = newId(started)
    const claimed = await db.query<{ id: string }>({
      name: 'kit.claim_request',
      text: `insert into kit.request (actor, key, body_hash, started_at, work_id) values ($1, $2, $3, $4, $7)
       on conflict (actor, key) do update set body_hash = excluded.body_hash, started_at = excluded.started_at,
         status = null, body = null, work_id = case when kit.request.started_at < $5 then excluded.work_id
           else coalesce(kit.request.work_id, excluded.work_id) end
       where kit.request.started_at < $5
         or (kit.request.status is null and kit.request.started_at < $6 and kit.request.body_hash = excluded.body_hash)
       returning work_id as id`,
      values: [
        ...where,
        kept.bodyHash,
        started,
        new Date(started.getTime() - LIFE_MS),
        new Date(started.getTime() - ABANDONED_MS),
        fresh,
      ],
    })
    const [mine] = claimed.rows
    if (mine) {
      attempt = { id: mine.id, again: mine.id !== fresh }
      break
    }
    const found = await db.query<RequestRow>(
      'select body_hash, status, body from kit.request where actor = $1 and key = $2',
      where,
    )
    const row = found.rows[0]
    if (row && row.body_hash !== kept.bodyHash) throw new Rejection('IDEMPOTENCY_MISMATCH')
    if (row && row.status !== null)
      return { status: row.status, body: JSON.parse(kept.open(row.body)), replayed: true }
    if (performance.now() > deadline) throw new Rejection('REQUEST_IN_PROGRESS')
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  const claim = [...where, started] // a later claim on the same key has another time: it isn't ours to touch
  const write = (to: Queryable, status: number, text: string) =>
    to.query({
      name: 'kit.answer_request',
      text: `update kit.request set status = $4, body = to_jsonb($5::text) where actor = $1 and key = $2 and started_at = $3`,
      values: [...claim, status, kept.seal(text)],
    })
  const keep: Attempt['keep'] = async (tx, answer) => {
    const { rowCount } = await write(tx, request.status ?? 200, toJson(answer ?? null))
    if (rowCount !== 1) throw new Rejection('REQUEST_IN_PROGRESS')
    return answer
  }
  try {
    const stored = await work({ ...attempt, keep })
    // answered from the text that is kept the first time too: every reply is the same
    const text = toJson(stored.body ?? null)
    await write(db, stored.status, text)
    return { status: stored.status, body: JSON.parse(text) }
  } catch (error) {
    if (error instanceof Rejection && !attempt.again && error.code !== 'UNAVAILABLE')
      // nothing happened: the key is free again, as after a refusal the client may mend its request
      await db.query(
        'delete from kit.request where actor = $1 and key = $2 and started_at = $3 and status is null',
        claim,
      )
    // a connection that breaks in the middle of a commit doesn't tell whether it happened: the next call looks. Nor does
    // a refusal of work that ran before: that may have been done, and is what this one is refused for, or was only not
    // reached because something else is away
    else
      await db.query(
        `update kit.request set started_at = $4
         where actor = $1 and key = $2 and started_at = $3 and status is null`,
        [...claim, new Date(started.getTime() - ABANDONED_MS - 1)],
      )
    throw error
  }
}

/** Removes answers that have outlived their 24 hours. @returns how many; call it again until that is 0 */
export async function pruneRequests(
  db: Queryable,
  { now, limit = 1_000 }: { now: Date; limit?: number },
): Promise<number> {
  const result = await db.query(
    `delete from kit.request r using (
       select actor, key from kit.request where started_at < $1
       order by started_at limit $2 for update skip locked) old
     where r.actor = old.actor and r.key = old.key`,
    [new Date(now.getTime() - LIFE_MS), limit],
  )
  return result.rowCount ?? 0
}
