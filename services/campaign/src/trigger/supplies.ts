import { arrayText, type Queryable } from '@talad/shared/db'
import { supplyOfCollection, supplyOfItem } from '../campaign/asks.ts'
import type { ContractRow } from '../contract/rows.ts'
import type { Snapshot } from '../requirement/snapshot.ts'
import { type Definition, supplyOfContract, supplyOfCopies } from './definition.ts'

type SupplyRow = { id: string; used: bigint; mint_limit: bigint | null }

const readOf = (table: 'vitem' | 'vcollection', lock: string, which = '') => `
  select id, mint_count + mint_reserve as used, mint_limit from ${table}
  where id = any($1::text[]) and not archived ${which} order by id ${lock}`

/** Supplies that are moved one by one: by name, what there is left of each (CA-49). */
export type Supplies = {
  supplies: Snapshot['supplies']
  contracts: readonly ContractRow[]
}

/**
 * What rewards take of. Of what is archived, or isn't there, there is none.
 * @param lock holds the rows until the transaction ends, items before their collections, each in the order of ids; a
 * collection without a limit is shared, as `moveCounters` does
 */
export async function readSupplies(
  db: Queryable,
  definitions: Iterable<Definition>,
  lock: boolean,
): Promise<Supplies> {
  const rewards = [...definitions].flatMap(({ rewards: all, mintsOn }) =>
    all.map((one) => ({ ...one, mintsOn })),
  )
  if (rewards.length === 0) return { supplies: new Map(), contracts: [] }
  const items = arrayText([...new Set(rewards.map(({ itemId }) => itemId))])
  const collections = arrayText([...new Set(rewards.map(({ collectionId }) => collectionId))])
  const read = async (sql: string, ids: string) => (await db.query<SupplyRow>(sql, [ids])).rows
  const held = lock ? 'for no key update' : ''
  const ofItems = await read(readOf('vitem', held), items)
  const limited = await read(readOf('vcollection', held, 'and mint_limit is not null'), collections)
  const unlimited = await read(
    readOf('vcollection', lock ? 'for share' : '', 'and mint_limit is null'),
    collections,
  )
  const supplies = new Map<string, { used: number; limit: number | null }>()
  const add = (nameOf: (id: string) => string, rows: readonly SupplyRow[]) => {
    for (const { id, used, mint_limit } of rows)
      supplies.set(nameOf(id), { used: Number(used), limit: mint_limit === null ? null : Number(mint_limit) })
  }
  add(supplyOfItem, ofItems)
  add(supplyOfCollection, [...limited, ...unlimited])
  const contracts = rewards.some(({ mintsOn }) => mintsOn !== undefined)
    ? await contractsOf(db, collections)
    : []
  for (const { collection_id, blockchain, contract_class } of contracts)
    for (const copies of contract_class === 'erc1155' ? [true, false] : [false])
      supplies.set(supplyOfContract(collection_id, blockchain, copies), { used: 0, limit: null })
  for (const { itemId, itemTokenId } of rewards)
    if (itemTokenId !== undefined && (await mayCopy(db, itemId, itemTokenId)))
      supplies.set(supplyOfCopies(itemId, itemTokenId), { used: 0, limit: null })
  return { supplies, contracts }
}

/** CA-52: those that mint, the one that is chosen first. */
async function contractsOf(db: Queryable, collections: string): Promise<ContractRow[]> {
  const { rows } = await db.query<ContractRow>(
    `select * from collection_contract where collection_id = any($1::text[]) and not disabled
     order by collection_id, contract_class = 'erc721' desc, created, id`,
    [collections],
  )
  return rows
}

/** CA-48: one that somebody has alone is not given once more. */
async function mayCopy(db: Queryable, itemId: string, number: number): Promise<boolean> {
  const { rows } = await db.query<{ shared: boolean }>(
    'select shared from item_token where item_id = $1 and number = $2',
    [itemId, number],
  )
  return rows[0]?.shared ?? true
}
