import type { Tx } from '@talad/shared/db'
import type { Fact, Terms } from './events.ts'

/**
 * Of each holding the transfers of so many blocks (eight hours of three seconds each) before its last one are
 * remembered: longer than a put takes, and than the messages of one block come apart.
 */
const REMEMBERED_BLOCKS = 10_000n

export type Owned = { owner: string; contract: string; tokenId: string }
/** An outgoing transfer; left: what the owner was left with by it. */
export type Departure = { fact: Fact; blockHash: string; left: string }

/**
 * OB-16: remembers that units went out of a wallet, and notes it for the open orders of it that are named. Whoever calls
 * has locked the offerer. A batch may move the same token twice in one log: the least that was left counts.
 */
export async function noteDeparture(
  tx: Tx,
  { owner, contract, tokenId }: Owned,
  { fact, blockHash, left }: Departure,
  hashes: readonly string[],
): Promise<void> {
  const holding = [owner, contract, tokenId]
  const row = [fact.key, fact.txHash, blockHash, fact.logIndex, fact.block, left]
  await tx.query(
    `insert into heard_departure
       (owner, contract, token_id, fact_key, tx_hash, block_hash, log_index, block_number, from_balance)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (owner, contract, token_id, fact_key)
       do update set from_balance = least(heard_departure.from_balance, excluded.from_balance)`,
    [...holding, ...row],
  )
  await tx.query(
    'delete from heard_departure where owner = $1 and contract = $2 and token_id = $3 and block_number < $4',
    [...holding, fact.block - REMEMBERED_BLOCKS],
  )
  await tx.query(
    `insert into departure (hash, fact_key, tx_hash, block_hash, log_index, block_number, from_balance)
     select hash, $2, $3, $4, $5, $6, $7 from unnest($1::text[]) hash
     on conflict (hash, fact_key)
       do update set from_balance = least(departure.from_balance, excluded.from_balance)`,
    [hashes, ...row],
  )
}

/** OB-1: the transfer never happened. */
export async function forgetDeparture(
  tx: Tx,
  { owner, contract, tokenId }: Owned,
  key: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.query(
    'delete from heard_departure where owner = $1 and contract = $2 and token_id = $3 and fact_key = $4',
    [owner, contract, tokenId, key],
  )
  await tx.query('delete from departure where hash = any($1) and fact_key = $2', [hashes, key])
}

/**
 * OB-16: notes for an order what was heard before it was open: the asset may have left between the block that the put
 * was checked at and its insert, or on the chain that has taken back what had ended the order. Whoever calls has locked
 * the offerer. A row that is there already is written again, so that a sweeper that has it in hand waits for what the
 * caller does to the order.
 */
export async function recallDepartures(tx: Tx, terms: Terms): Promise<void> {
  await tx.query(
    `insert into departure (hash, fact_key, tx_hash, block_hash, log_index, block_number, from_balance)
     select $1, fact_key, tx_hash, block_hash, log_index, block_number, from_balance from heard_departure
     where owner = $2 and contract = $3 and token_id = $4 and block_number > $5
     on conflict (hash, fact_key) do update set from_balance = excluded.from_balance`,
    [terms.hash, terms.offerer, terms.contract, terms.tokenId, terms.asOfBlock],
  )
}
