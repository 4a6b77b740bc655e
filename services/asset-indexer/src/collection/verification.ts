import { arrayText, type Db, inTx, type Tx } from '@talad/shared/db'
import { retryOnConflict } from '@talad/shared/lost-race'
import { collectionTold } from '../due/figures.ts'
import { recordAssets } from '../sync/record.ts'
import type { Held } from './change.ts'
import { requireAsked, type Verdict, verdictOf } from './decide-verification.ts'

/** AI-8: what an admin says of who made a collection; its assets are told of anew, new ones by what it says now. */
export async function verify(
  tx: Tx,
  { id }: Held,
  about: Verdict & { note: string },
  now: Date,
): Promise<void> {
  const { verification, checks, evidence } = verdictOf(about)
  await tx.query(
    `update collection set verification = $2, verification_checks = $3, verification_evidence = $4,
       verification_reason = $5, verification_at = $6, verification_asked_at = null where id = $1`,
    [id, verification, arrayText(checks), evidence, about.note, now],
  )
  await collectionTold.enqueue(tx, [{ payload: { collectionId: id }, key: id, at: now }])
}

/** Begins the 72 hours in which an answer is promised. @throws Rejection VALIDATION */
export async function askVerification(tx: Tx, { id }: Held, asked: Date, now: Date): Promise<void> {
  requireAsked(asked, now)
  await tx.query('update collection set verification_asked_at = $2 where id = $1', [id, asked])
}

const BATCH = 200

function tellBatch(db: Db, collectionId: string, after: string, now: Date): Promise<string | undefined> {
  return retryOnConflict(() =>
    inTx(db, async (tx) => {
      // who changes one of them meanwhile is waited for, or asks after this
      const { rows } = await tx.query<{ id: string }>(
        `select id from asset where collection_id = $1 and id > $2 order by id limit ${BATCH} for update`,
        [collectionId, after],
      )
      const ids = rows.map(({ id }) => id)
      await recordAssets(tx, collectionId, ids, now)
      return ids.at(-1)
    }),
  )
}

/** Has others hear of all assets of a collection. The same again where somebody dies in the middle. */
export async function tellCollection(db: Db, collectionId: string, now: () => Date): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; )
    after = await tellBatch(db, collectionId, after, now())
}
