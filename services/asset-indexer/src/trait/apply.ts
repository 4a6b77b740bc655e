import { type Db, inTx } from '@talad/shared/db'
import { retryOnConflict } from '@talad/shared/lost-race'
import { touchTraits } from '../due/figures.ts'
import { traitReader } from './derive.ts'
import { type GivenAsset, readConfigs, saveTraits } from './store.ts'

/** Assets that are read in one transaction. */
const BATCH = 200

/** @returns the last one; undefined when there are no more */
function applyBatch(db: Db, collectionId: string, after: string): Promise<string | undefined> {
  return retryOnConflict(() =>
    inTx(db, async (tx) => {
      const { rows } = await tx.query<GivenAsset>(
        `select id, attributes from asset where collection_id = $1 and id > $2 and attributes <> '[]'
         order by id limit ${BATCH} for update`,
        [collectionId, after],
      )
      // asked once the assets are held: who fetches one meanwhile asks after this, or is waited for
      if (rows.length > 0)
        await saveTraits(tx, collectionId, traitReader(await readConfigs(tx, collectionId)), rows)
      return rows.at(-1)?.id
    }),
  )
}

/** AI-10: reads the traits of all assets of a collection as it says now. The same again where somebody dies in the middle. */
export async function applyConfigs(db: Db, collectionId: string, now: Date): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; )
    after = await applyBatch(db, collectionId, after)
  await inTx(db, (tx) => touchTraits(tx, collectionId, now))
}
