import { arrayText, type Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { changeMany } from '@talad/shared/stream'
import type { ContractRow } from '../contract/rows.ts'
import { holdWallets, walletsOf } from '../replicas/account.ts'
import { mints } from './stream.ts'
import { termsOf } from './terms.ts'

type WaitingRow = {
  id: string
  project_id: string
  collection_id: string
  item_id: string
  number: number
  item_token_id: bigint
  holder_id: string
  automint_id: string | null
  contract: ContractRow
}

/** CA-50: has what waits for a wallet of these accounts minted to the one that is theirs now. */
export async function mintWaiting(
  tx: Tx,
  accountIds: readonly string[],
  { chainId, now }: { chainId: string; now: Date },
): Promise<void> {
  await holdWallets(tx, accountIds)
  const { rows } = await tx.query<WaitingRow>(
    `select h.*, to_json(c) as contract from holding h join collection_contract c on c.id = h.waits_for
     where h.waits_for is not null and h.holder_id = any($1::text[]) and not c.disabled
       and not exists (select 1 from mint m where m.holding_id = h.id)
     order by h.id for no key update of h`,
    [arrayText(accountIds)],
  )
  if (rows.length === 0) return
  const wallets = await walletsOf(tx, accountIds, chainId)
  const asked = rows.flatMap((row) => {
    const receiver = wallets.get(row.holder_id)?.[0]
    if (receiver === undefined) return []
    const of = {
      projectId: row.project_id,
      collectionId: row.collection_id,
      itemId: row.item_id,
      number: row.number,
      itemTokenId: Number(row.item_token_id),
    }
    const terms = termsOf(of, row.contract, { holdingId: row.id, automintId: row.automint_id })
    return {
      stream: mints,
      id: newId(now),
      command: { type: 'Request', by: row.holder_id, now, terms, receiver } as const,
    }
  })
  await changeMany(tx, asked, now)
}

/** Holders of what waits for a contract, who have wallets by now. @param after the last one that was seen */
export async function waitingHolders(
  tx: Tx,
  { contractId, after, most }: { contractId: string; after: string; most: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct h.holder_id as id from holding h join account_replica a on a.account_id = h.holder_id
     where h.waits_for = $1 and h.holder_id > $2 and cardinality(a.wallets) > 0
       and not exists (select 1 from mint m where m.holding_id = h.id)
     order by 1 limit $3`,
    [contractId, after, most],
  )
  return rows.map(({ id }) => id)
}
