import type { holding, txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import type { Queryable } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import type { z } from 'zod'
import { tokenIdOf } from './token.ts'

export type HoldingRow = {
  id: string
  project_id: string
  collection_id: string
  item_id: string
  number: number
  item_token_id: bigint
  holder_id: string
  origin: z.infer<typeof holding>['origin']
  amount: number
  payload: Record<string, unknown> | null
  campaign_id: string | null
  trigger_id: string | null
  automint_id: string | null
  waits_for: string | null
  created: Date
  /** of its mint; null: none was asked for */
  mint_id: string | null
  mint_state: 'open' | 'mined' | 'failed' | 'canceled' | null
  blockchain: string | null
  contract_class: 'erc721' | 'erc1155' | null
  address: string | null
  receiver: string | null
  tx_status: (typeof txStatuses)[number] | null
  tx_hash: string | null
}

const FROM = `from holding h left join mint m on m.holding_id = h.id
  left join collection_contract c on c.id = m.contract_id left join mint_batch b on b.id = m.batch_id`
const COLUMNS = `h.*, m.id as mint_id, m.state as mint_state, c.blockchain, c.contract_class, c.address, m.receiver,
  case when m.state <> 'open' then m.state when m.id is null then null when b.id is null or b.ended then 'pending'
    else b.tx_status end as tx_status, coalesce(m.tx_hash, b.tx_hash) as tx_hash`

export async function findHolding(db: Queryable, id: string): Promise<HoldingRow | undefined> {
  return (await db.query<HoldingRow>(`select ${COLUMNS} ${FROM} where h.id = $1`, [id])).rows[0]
}

/** CA-48: what was granted under a key. */
export async function holdingByKey(db: Queryable, projectId: string, automintId: string) {
  const { rows } = await db.query<HoldingRow>(
    `select ${COLUMNS} ${FROM} where h.project_id = $1 and h.automint_id = $2`,
    [projectId, automintId],
  )
  return rows[0]
}

/** Which holdings are asked for; what is absent doesn't matter. */
export type Which = {
  holderId?: string | undefined
  projectId?: string | undefined
  campaignId?: string | undefined
  collectionId?: string | undefined
  itemId?: string | undefined
  itemTokenId?: string | undefined
}

const WHERE = `where ($1::text is null or h.holder_id = $1) and ($2::text is null or h.project_id = $2)
  and ($3::text is null or h.campaign_id = $3) and ($4::text is null or h.collection_id = $4)
  and ($5::text is null or h.item_id = $5) and ($6::bigint is null or h.item_token_id = $6)`
const valuesOf = (which: Which) =>
  [
    which.holderId,
    which.projectId,
    which.campaignId,
    which.collectionId,
    which.itemId,
    which.itemTokenId,
  ].map((value) => value ?? null)

/** The newest first. */
export async function listHoldings(
  db: Queryable,
  which: Which,
  { size, index, count }: { size: number; index: number; count: boolean | undefined },
) {
  const values = valuesOf(which)
  const { rows } = await db.query<HoldingRow>(
    `select ${COLUMNS} ${FROM} ${WHERE} order by h.created desc, h.id desc limit $7 offset $8`,
    [...values, size, size * index],
  )
  return { list: rows, total: await countIf(count, db, `from holding h ${WHERE}`, values) }
}

/** CA-28: how many can be used as virtual ones: neither minting nor minted. */
export async function usableOf(db: Queryable, which: Which): Promise<number> {
  const { rows } = await db.query<{ balance: bigint }>(
    `select coalesce(sum(h.amount), 0)::bigint as balance from holding h left join mint m on m.holding_id = h.id ${WHERE}
     and (m.id is null or m.state not in ('open', 'mined'))`,
    valuesOf(which),
  )
  return Number(rows[0]?.balance ?? 0n)
}

function stateOf({ mint_state, waits_for }: HoldingRow): z.infer<typeof holding>['state'] {
  if (mint_state === 'open') return 'minting'
  if (mint_state === 'mined') return 'minted'
  return mint_state === null && waits_for !== null ? 'waiting' : 'virtual'
}

/** A holding as its holder and its project's people see it. */
export function shownHolding(row: HoldingRow): z.infer<typeof holding> {
  const state = stateOf(row)
  const [minting, minted] = [state === 'minting', state === 'minted']
  const token = Number(row.item_token_id)
  const { mint_id, blockchain, contract_class, receiver, tx_status } = row
  return {
    _id: row.id,
    tokenIdentityId: `${row.item_id}:${token}`,
    holderId: row.holder_id,
    origin: row.origin,
    tokenId: tokenIdOf(row.number, token).toString(),
    amount: row.amount,
    balance: minting || minted ? 0 : row.amount,
    state,
    payload: row.payload,
    source: { project_id: row.project_id, campaign_id: row.campaign_id, trigger_id: row.trigger_id },
    vnft: {
      collection_id: row.collection_id,
      item_id: row.item_id,
      token_id: String(token),
      automint_id: row.automint_id,
      minted,
      minting,
    },
    nft:
      mint_id !== null &&
      blockchain !== null &&
      contract_class !== null &&
      receiver !== null &&
      tx_status !== null
        ? {
            mint_id,
            blockchain,
            contract_class,
            contract_address: row.address,
            receiver_address: receiver,
            tx_status,
            tx_hash: row.tx_hash,
          }
        : null,
    created: row.created.toISOString(),
  }
}
