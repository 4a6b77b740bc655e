import { type Payload, payload as payloadSchema } from '@talad/proto/http/campaign/payload/modules'
import type { Queryable } from '@talad/shared/db'
import { openProject } from '../project/rows.ts'
import { findAbove, findVirtual, type VirtualRow } from '../virtual/rows.ts'

/** Where a token is minted. */
export type Place = { blockchain: string; contract_class: 'erc721' | 'erc1155'; contract_address: string }

/** A token that is somebody's, with all that it is made of. */
export type FoundToken = {
  number: number
  item: VirtualRow & { collection_id: string; number: number }
  collection: NonNullable<Awaited<ReturnType<typeof findAbove>>>
  projectName: string
  /** of this token alone (CA-59); null: it has none, or its copies have different ones */
  payload: Payload | null
  places: Place[]
}

/** @returns undefined: nobody has it, and nobody had */
export async function findToken(
  db: Queryable,
  itemId: string,
  number: number,
): Promise<FoundToken | undefined> {
  const item = await findVirtual(db, 'vitem', itemId)
  if (item?.collection_id === undefined || item.number === undefined) return undefined
  const exists = await db.query('select 1 from item_token where item_id = $1 and number = $2', [
    itemId,
    number,
  ])
  if (exists.rows.length === 0) return undefined
  const { rows: places } = await db.query<Place>(
    `select distinct c.blockchain, c.contract_class, c.address as contract_address
     from mint m join collection_contract c on c.id = m.contract_id
     where m.item_id = $1 and m.item_token_id = $2 and m.state = 'mined' and c.address is not null order by 1, 2, 3`,
    [itemId, number],
  )
  const { rows: own } = await db.query<{ payload: unknown }>(
    'select distinct payload from holding where item_id = $1 and item_token_id = $2 limit 2',
    [itemId, number],
  )
  const [collection, project] = await Promise.all([
    findAbove(db, item.collection_id),
    openProject(db, item.project_id),
  ])
  if (!collection) return undefined
  const [only] = own
  return {
    number,
    item: { ...item, collection_id: item.collection_id, number: item.number },
    collection,
    projectName: project?.name ?? '',
    payload: own.length === 1 ? payloadSchema.nullable().parse(only?.payload) : null,
    places,
  }
}

export type OnChain = { blockchain: string; contract_address: string; token_id: string }

/** CA-54: a token that we minted, by where it is; undefined: we didn't. */
export async function findMinted(db: Queryable, at: OnChain) {
  const id = BigInt(at.token_id)
  const [itemNumber, number] = [id >> 32n, id & 0xffff_ffffn]
  if (itemNumber > 2_147_483_647n) return undefined
  const { rows } = await db.query<{ id: string }>(
    `select i.id from collection_contract c join vitem i on i.collection_id = c.collection_id and i.number = $3
     where c.blockchain = $1 and c.address = $2`,
    [at.blockchain, at.contract_address, itemNumber.toString()],
  )
  const token = rows[0] && (await findToken(db, rows[0].id, Number(number)))
  const place = token?.places.find(
    (one) => one.blockchain === at.blockchain && one.contract_address === at.contract_address,
  )
  return token && place && { token, place }
}
