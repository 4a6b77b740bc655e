import type { Tx } from '@talad/shared/db'

/** AI-3 */
const SAMPLES = 6

/** AI-3: other assets, ready and not suspended, whose pictures stand for the collection. */
export async function chooseSamples(tx: Tx, collectionId: string): Promise<void> {
  await tx.query(
    `update collection set samples = array(
       select a.id from asset a join sync s on s.asset_id = a.id and s.kind = 'image' and s.state in ('ready', 'frozen')
       where a.collection_id = $1 and a.supply > 0 and not a.suspended and a.r360 is not null
       order by random() limit ${SAMPLES})
     where id = $1`,
    [collectionId],
  )
}
