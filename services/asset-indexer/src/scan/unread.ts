import { columns, type Tx } from '@talad/shared/db'
import type { RawLog } from '../chain/rpc.ts'

/** Counts logs of contracts that are followed and that nobody understands; those of blocks that were counted are left out. */
export async function saveUnread(tx: Tx, logs: readonly RawLog[]): Promise<void> {
  if (logs.length === 0) return
  const contracts = [...Map.groupBy(logs, ({ address }) => address)]
  await tx.query(
    `insert into unread_log as u (contract, logs, last_block, last_tx)
     select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[])
     on conflict (contract) do update set
       logs = u.logs + excluded.logs, last_block = excluded.last_block, last_tx = excluded.last_tx
     where excluded.last_block > u.last_block`,
    columns(
      contracts,
      ([contract]) => contract,
      ([, of]) => of.length,
      ([, of]) => of.at(-1)?.blockNumber ?? 0,
      ([, of]) => of.at(-1)?.transactionHash ?? '',
    ),
  )
}
