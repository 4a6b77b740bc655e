import type { txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import type { Queryable, Tx } from '@talad/shared/db'
import type { Change } from '@talad/shared/stream'
import type { CollectionContract, ContractEvent } from './events.ts'

export async function saveContracts(
  tx: Tx,
  changes: readonly Change<CollectionContract | undefined, ContractEvent>[],
): Promise<void> {
  for (const { id, state } of changes) {
    if (!state) continue
    const { terms, progress, address, disabled, failedReason, created, updated } = state
    await tx.query(
      `insert into collection_contract (id, project_id, collection_id, blockchain, contract_class, name, symbol, factory,
         lane, address, disabled, tx_status, tx_hash, retry_count, retry_reason, failed_reason, created, updated)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
       on conflict (id) do update set address = excluded.address, disabled = excluded.disabled,
         tx_status = excluded.tx_status, tx_hash = excluded.tx_hash, retry_count = excluded.retry_count,
         retry_reason = excluded.retry_reason, failed_reason = excluded.failed_reason, updated = excluded.updated`,
      [
        ...[id, terms.projectId, terms.collectionId, terms.blockchain, terms.contractClass, terms.name],
        ...[terms.symbol, terms.factory, terms.lane, address, disabled, progress.txStatus, progress.txHash],
        ...[progress.retryCount, progress.retryReason, failedReason, created, updated],
      ],
    )
  }
}

export type ContractRow = {
  id: string
  project_id: string
  collection_id: string
  blockchain: string
  contract_class: 'erc721' | 'erc1155'
  name: string
  symbol: string
  factory: string
  lane: string
  address: string | null
  disabled: boolean
  tx_status: (typeof txStatuses)[number]
  tx_hash: string | null
  retry_count: number
  retry_reason: string | null
  failed_reason: string | null
  created: Date
  updated: Date
}

export async function findContract(db: Queryable, id: string): Promise<ContractRow | undefined> {
  return (await db.query<ContractRow>('select * from collection_contract where id = $1', [id])).rows[0]
}

/** Of a collection, oldest first. */
export async function listContracts(db: Queryable, collectionId: string): Promise<ContractRow[]> {
  const { rows } = await db.query<ContractRow>(
    'select * from collection_contract where collection_id = $1 order by created, id',
    [collectionId],
  )
  return rows
}
