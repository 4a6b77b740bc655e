import { lockContract } from '@talad/market/suspensions'
import { type Db, inTx } from '@talad/shared/db'
import { retryOnConflict } from '@talad/shared/lost-race'
import { ABSTRACT, type AbstractJson } from '../abstract/read.ts'
import { abstractReader, type StandsFor } from '../abstract/read-abstract.ts'
import { readParts, saveAbstracts } from '../abstract/store.ts'
import { markAssets } from '../suspension/marks.ts'
import { recordAssets } from '../sync/record.ts'

/** Assets that are read in one transaction. */
const BATCH = 200

type Of = { id: string; contract: { blockchain: string; contractAddress: string } }
type Asset = { id: string; token_id: bigint; abstract: AbstractJson | null; tag: string | null }

function isAs({ abstract, tag }: Asset, stands: StandsFor | undefined): boolean {
  if (!abstract || !stands) return abstract === null && stands === undefined
  const { kind, collection_id, item_id, token_id } = abstract
  return (
    kind === stands.kind &&
    collection_id === stands.collectionId &&
    item_id === stands.itemId &&
    token_id === stands.tokenId &&
    tag === stands.tag
  )
}

/** @returns the last one; undefined when there are no more */
function applyBatch(
  db: Db,
  { id: collectionId, contract }: Of,
  after: string,
  now: Date,
): Promise<string | undefined> {
  return retryOnConflict(() =>
    inTx(db, async (tx) => {
      await lockContract(tx, contract, 'trade') // before the assets: what suspends them waits, or is seen
      // AI-7: what was minted here stands for what its minting record says
      const { rows } = await tx.query<Asset>(
        `select a.id, a.token_id, ${ABSTRACT} as abstract, a.abstract_tag as tag from asset a
         where a.collection_id = $1 and a.id > $2 and a.abstract_source is distinct from 'minting'
         order by a.id limit ${BATCH} for update`,
        [collectionId, after],
      )
      if (rows.length === 0) return undefined
      const read = abstractReader(await readParts(tx, collectionId)) // asked once the assets are held
      const changed = rows
        .map((asset) => ({ asset, stands: read(asset.token_id) }))
        .filter(({ asset, stands }) => !isAs(asset, stands))
        .map(({ asset: { id }, stands }) => ({ id, stands }))
      await saveAbstracts(tx, changed)
      if (changed.length > 0) {
        const ids = changed.map(({ id }) => id)
        await markAssets(tx, contract, ids) // MO-1: what they stand for now may be suspended
        await recordAssets(tx, collectionId, ids, now)
      }
      return rows.at(-1)?.id
    }),
  )
}

/**
 * AI-7: has all assets of a collection stand for what its parts say now, and others hear of those that change. The same
 * again where somebody dies in the middle.
 */
export async function applyParts(db: Db, collectionId: string, now: () => Date): Promise<void> {
  const { rows } = await db.query<{ blockchain: string; address: string }>(
    'select blockchain, address from collection where id = $1',
    [collectionId],
  )
  for (const { blockchain, address: contractAddress } of rows) {
    const of = { id: collectionId, contract: { blockchain, contractAddress } }
    for (let after: string | undefined = ''; after !== undefined; )
      after = await applyBatch(db, of, after, now())
  }
}
