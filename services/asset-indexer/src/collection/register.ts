import type { Queryable } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { ContractType } from '../chain/facts.ts'
import { collectionIdOf } from '../chain/ids.ts'

export type ListedCollection = {
  address: string
  type: ContractType
  slug: string
  name?: string | undefined
}

/**
 * Writes the collections of the configuration. One that the scan has already passed catches up from the first block
 * by itself; for a known one only slug and name are taken over, unless an admin has given it others (AI-26).
 */
export async function registerCollections(
  db: Queryable,
  blockchain: string,
  firstBlock: number,
  listed: readonly ListedCollection[],
): Promise<void> {
  const rows = listed.map(({ address, type, slug, name }) => ({
    id: collectionIdOf(blockchain, address),
    address,
    type,
    slug,
    name: name ?? slug,
  }))
  await db.query(
    `insert into collection (id, blockchain, address, type, slug, name, next_block)
     select id, $2, address, type, slug, name, (select $3::bigint from scan where position >= $3::bigint)
     from json_to_recordset($1::json) as c (id text, address text, type text, slug text, name text)
     on conflict (address) do update set slug = excluded.slug, name = excluded.name
       where not collection.named`,
    [toJson(rows), blockchain, firstBlock],
  )
}
