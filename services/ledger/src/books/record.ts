import type { Db, Queryable, Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { changeIn, load, transact } from '@talad/shared/stream'
import { noteVerification } from '@talad/shared/verification'
import { beginProof, type Progress, progressSchema } from './progress.ts'
import { provePiece } from './proof.ts'
import { BOOKS_ID, books } from './stream.ts'

/** What the proof proves: the name of the check, for operators and alerts. */
export const PROVED =
  'the hash chain matches the log and the flows, each balance is the sum of its flows, all sum to zero'

/** A proof that is under way. */
type ProofRun = { id: bigint; startedAt: Date; progress: Progress }

async function underWay(db: Queryable): Promise<ProofRun | undefined> {
  const { rows } = await db.query<{ id: bigint; started_at: Date; progress: unknown }>(
    'select id, started_at, progress from books_proof where finished_at is null',
  )
  const row = rows[0]
  return row && { id: row.id, startedAt: row.started_at, progress: progressSchema.parse(row.progress) }
}

async function begin(db: Db, now: Date): Promise<ProofRun> {
  const { state } = await load(db, books, BOOKS_ID)
  await db.query(
    `insert into books_proof (started_at, progress) values ($1, $2)
     on conflict ((true)) where finished_at is null do nothing`,
    [now, toJson(beginProof(state.whole?.head))],
  )
  const begun = await underWay(db)
  if (!begun) throw new Error('a proof that was begun is gone')
  return begun
}

async function finish(tx: Tx, { id, startedAt, progress }: ProofRun, now: Date): Promise<boolean> {
  const ended = await tx.query(
    'update books_proof set finished_at = $2, progress = $3 where id = $1 and finished_at is null',
    [id, now, toJson(progress)],
  )
  if (ended.rowCount === 0) return false // somebody else has come to the end
  const { head, flows, accounts, holds, faults, found } = progress
  const proved = { proof: id, head, flows, accounts, holds, faults, startedAt }
  await noteVerification(tx, PROVED, faults)
  await changeIn(tx, books, BOOKS_ID, { type: 'RecordProof', proved, found, now }, now)
  return true
}

/** What a stretch of work on a proof has come to. */
export type Stretch = { isDone: boolean; faults: number; found: readonly string[] }

/**
 * LG-17: works on the proof that is under way, or begins one; after each piece what was found is kept, so that whoever
 * dies loses one piece. The result is noted, published, and freezes withdrawals where something differs.
 * @param untilMs when to stop, by `performance.now()`; one piece is done in any case
 */
export async function workOnProof(db: Db, now: Date, untilMs: number): Promise<Stretch> {
  const run = (await underWay(db)) ?? (await begin(db, now))
  let { progress } = run
  do {
    progress = await provePiece(db, progress)
    await db.query('update books_proof set progress = $2 where id = $1 and finished_at is null', [
      run.id,
      toJson(progress),
    ])
  } while (progress.phase !== 'done' && performance.now() < untilMs)
  const isDone = progress.phase === 'done'
  if (isDone) await transact({ db }, (tx) => finish(tx, { ...run, progress }, now))
  return { isDone, faults: progress.faults, found: progress.found }
}
