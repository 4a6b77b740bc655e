import { CollectionSitesChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { currentContext } from '@talad/shared/context'
import type { Queryable } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'

/** GW-5: which sites show the collection of a contract. */
export const shownCollections = replica({
  name: 'shown_collection',
  tables: ['shown_collection'],
  topic: 'asset-indexer.collection.v1',
  group: 'order-book.collection',
  event: CollectionSitesChangedSchema,
  key: ['contract'],
  revision: 'revision',
  columns: ({ contractAddress, sites, revision }) => ({
    contract: contractAddress.toLowerCase(),
    sites,
    revision,
  }),
})

/** GW-5: the contracts that the site of the request shows; undefined on the main one, which shows all. */
export async function contractsShownHere(db: Queryable): Promise<string[] | undefined> {
  const { site } = currentContext()
  if (site === undefined) return undefined
  const { rows } = await db.query<{ contract: string }>(
    'select contract from shown_collection where sites @> array[$1::text]',
    [site],
  )
  return rows.map(({ contract }) => contract)
}
