import type { txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import type { Queryable } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'

type TxStatus = (typeof txStatuses)[number]

export type MintRow = {
  id: string
  project_id: string
  collection_id: string
  item_id: string
  item_token_id: bigint
  automint_id: string
  holding_id: string | null
  contract_id: string
  contract_class: 'erc721' | 'erc1155'
  lane: string
  chain_key: string
  token_id: string
  receiver: string
  state: 'open' | 'mined' | 'failed' | 'canceled'
  batch_id: string | null
  failed_reason: string | null
  since: Date
  created: Date
  updated: Date
  blockchain: string
  address: string | null
  tx_status: TxStatus
  tx_hash: string | null
  retry_count: number | null
  retry_reason: string | null
  /** as the payload of its item, else of the collection, says (CA-59) */
  image: string | null
}

/** CA-46: one that is open is as its batch is. A batch that has ended is being judged: it is not sent any more. */
const STATUS = `case when m.state <> 'open' then m.state when b.id is null or b.ended then 'pending' else b.tx_status end`
const FROM = `from mint m join collection_contract c on c.id = m.contract_id left join mint_batch b on b.id = m.batch_id
  left join vitem i on i.id = m.item_id left join vcollection v on v.id = m.collection_id`
const COLUMNS = `m.*, c.blockchain, c.address, ${STATUS} as tx_status, coalesce(m.tx_hash, b.tx_hash) as tx_hash,
  b.retry_count, b.retry_reason, coalesce(i.payload #>> '{assets,image}', v.payload #>> '{assets,image}') as image`

async function findBy(
  db: Queryable,
  where: string,
  values: readonly unknown[],
): Promise<MintRow | undefined> {
  return (await db.query<MintRow>(`select ${COLUMNS} ${FROM} where ${where}`, [...values])).rows[0]
}
export const findMint = (db: Queryable, id: string) => findBy(db, 'm.id = $1', [id])
export const mintOfHolding = (db: Queryable, holdingId: string) =>
  findBy(db, 'm.holding_id = $1', [holdingId])
/** CA-48: what was asked for under a key. */
export const mintByKey = (db: Queryable, projectId: string, automintId: string) =>
  findBy(db, 'm.project_id = $1 and m.automint_id = $2', [projectId, automintId])

type Asked = {
  project_id: string
  collection_id?: string | undefined
  tx_status?: TxStatus | undefined
  minting_zone?: string | undefined
  size: number
  index: number
  count?: boolean | undefined
}

/** The newest first. */
export async function listMints(db: Queryable, asked: Asked) {
  const where = `${FROM} where m.project_id = $1 and ($2::text is null or m.collection_id = $2)
    and ($3::text is null or ${STATUS} = $3) and ($4::text is null or m.lane = $4)`
  const values = [
    asked.project_id,
    asked.collection_id ?? null,
    asked.tx_status ?? null,
    asked.minting_zone ?? null,
  ]
  const { rows } = await db.query<MintRow>(
    `select ${COLUMNS} ${where} order by m.created desc, m.id desc limit $5 offset $6`,
    [...values, asked.size, asked.size * asked.index],
  )
  return { list: rows, total: await countIf(asked.count, db, where, values) }
}
