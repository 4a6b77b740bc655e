import { type SuspensionChanged, SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import type { Queryable, Tx } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'

/** Keeps the newest state of each suspension; an older revision that comes late is passed over. */
async function saveSuspension(tx: Tx, suspension: SuspensionChanged): Promise<void> {
  const { suspensionId, revision, status, blockchain, contractAddress, tokenFrom, tokenTo } = suspension
  await tx.query(
    `insert into suspension_replica (suspension_id, revision, active, blockchain, contract_address, token_from, token_to)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (suspension_id) do update set revision = excluded.revision, active = excluded.active,
       blockchain = excluded.blockchain, contract_address = excluded.contract_address,
       token_from = excluded.token_from, token_to = excluded.token_to
     where suspension_replica.revision < excluded.revision`,
    [
      ...[suspensionId, revision, status === 'suspended', blockchain, contractAddress],
      ...[tokenFrom === '' ? null : tokenFrom, tokenTo === '' ? null : tokenTo],
    ],
  )
}

/** What must not be sold now. */
export const suspensions = replica({
  name: 'suspension',
  tables: ['suspension_replica'],
  topic: 'moderation.suspension.v1',
  event: SuspensionChangedSchema,
  save: saveSuspension,
})

export type Item = { blockchain: string; contractAddress: string; tokenId: string }

/**
 * Whoever sells something of a contract, and whoever stops that, stand in one line: a purchase that was begun before a
 * suspension is found by it, one that begins after it finds the suspension.
 */
export async function inLineOf(
  tx: Tx,
  { blockchain, contractAddress }: Pick<Item, 'blockchain' | 'contractAddress'>,
  as: 'seller' | 'suspension',
): Promise<void> {
  const lock = as === 'seller' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query(`select ${lock}(hashtextextended($1, 0))`, [`suspension.${blockchain}:${contractAddress}`])
}

/** MO-4: covered by at least one suspension that is active. */
export async function isSuspended(db: Queryable, item: Item): Promise<boolean> {
  const { blockchain, contractAddress, tokenId } = item
  const found = await db.query(
    `select 1 from suspension_replica where active and blockchain = $1 and contract_address = $2
       and (token_from is null or $3::numeric between token_from and token_to) limit 1`,
    [blockchain, contractAddress, tokenId],
  )
  return found.rows.length > 0
}
