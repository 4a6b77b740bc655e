import type { Position } from '@talad/proto/asset-indexer/v1/events'
import { columns, type Tx } from '@talad/shared/db'
import type { Terms } from '../public-state/terms.ts'
import { transferCheck, transferCheckKey } from './due.ts'
import type { Fact } from './events.ts'

export type Token = { contract: string; tokenId: string }
export type Holding = Token & { owner: string }
/** An outgoing transfer; left: what the owner was left with by it. */
export type HeardTransfer = Holding & { fact: Fact; blockHash: string; left: string }

type Check = { hash: string; fact_key: string }

async function enqueueChecks(tx: Tx, checks: readonly Check[], now: Date): Promise<void> {
  const pieces = checks.map(({ hash, fact_key: factKey }) => ({
    key: transferCheckKey(hash, factKey),
    payload: { hash, factKey },
  }))
  await transferCheck.enqueue(tx, pieces, now)
}

/**
 * OB-16: remembers that units of tokens, each once, went out of wallets, and has the chain asked what became of their open
 * orders. Whoever calls has locked the offerers. A batch may move the same token twice in one log: the least that was left
 * counts.
 */
export async function hearTransfers(tx: Tx, transfers: readonly HeardTransfer[], now: Date): Promise<void> {
  if (transfers.length === 0) return
  const given = columns(
    transfers,
    ({ owner }) => owner,
    ({ contract }) => contract,
    ({ tokenId }) => tokenId,
    ({ fact }) => fact.key,
    ({ fact }) => fact.txHash,
    ({ blockHash }) => blockHash,
    ({ fact }) => fact.logIndex,
    ({ fact }) => fact.block,
    ({ left }) => left,
  )
  const GIVEN = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::bigint[],
      $9::numeric[]) as t (owner, contract, token_id, fact_key, tx_hash, block_hash, log_index, block_number, from_balance)`
  await tx.query({
    name: 'order-book.hear_transfers',
    text: `insert into heard_transfer (owner, contract, token_id, fact_key, tx_hash, block_hash, log_index, block_number,
       from_balance, heard_at)
     select t.*, $10::timestamptz from ${GIVEN} order by owner, contract, token_id
     on conflict (owner, contract, token_id, fact_key)
       do update set from_balance = least(heard_transfer.from_balance, excluded.from_balance)`,
    values: [...given, now],
  })
  const noted = await tx.query<Check>({
    name: 'order-book.note_checks',
    text: `insert into transfer_check (hash, fact_key, tx_hash, block_hash, log_index, block_number, from_balance)
     select r.hash, t.fact_key, t.tx_hash, t.block_hash, t.log_index, t.block_number, t.from_balance from ${GIVEN}
     join order_row r on r.offerer = t.owner and r.contract = t.contract and r.token_id = t.token_id
     where r.open order by r.hash
     on conflict (hash, fact_key)
       do update set from_balance = least(transfer_check.from_balance, excluded.from_balance)
     returning hash, fact_key`,
    values: given,
  })
  await enqueueChecks(tx, noted.rows, now)
}

/** What asks whether a transfer was an order's own fill is answered by the fill. */
export async function forgetChecks(
  tx: Tx,
  fills: readonly { orderHash: string; position?: Position | undefined }[],
): Promise<void> {
  await tx.query({
    name: 'order-book.forget_checks',
    text: `delete from transfer_check c using unnest($1::text[], $2::text[], $3::text[]) as f (hash, tx_hash, block_hash)
      where c.hash = f.hash and c.tx_hash = f.tx_hash and c.block_hash = f.block_hash`,
    values: columns(
      fills,
      ({ orderHash }) => orderHash,
      ({ position }) => position?.txHash ?? '',
      ({ position }) => position?.blockHash ?? '',
    ),
  })
}

/**
 * OB-1: the transfer never happened. Whoever calls has locked the offerer.
 * @returns the orders that it had ended
 */
export async function forgetTransfer(
  tx: Tx,
  { owner, contract, tokenId }: Holding,
  key: string,
): Promise<string[]> {
  const holding = [owner, contract, tokenId, key]
  await tx.query(
    'delete from heard_transfer where owner = $1 and contract = $2 and token_id = $3 and fact_key = $4',
    holding,
  )
  await tx.query(
    `delete from transfer_check where fact_key = $4
       and hash in (select hash from order_row where offerer = $1 and contract = $2 and token_id = $3)`,
    holding,
  )
  const ended = await tx.query<{ hash: string }>(
    `select hash from order_row where offerer = $1 and contract = $2 and token_id = $3
       and $4 = any(departure_facts) order by hash`,
    holding,
  )
  return ended.rows.map(({ hash }) => hash)
}

/**
 * OB-16: has the chain asked about what was heard before orders were open: the asset may have left between the block
 * that the put was checked at and its insert, or on the chain that has taken back what had ended the order. Whoever calls
 * has locked the offerers. A row that is there already is written again, so that a check in hand waits for what the
 * caller does to the order.
 */
export async function recallTransfers(tx: Tx, opened: readonly Terms[], now: Date): Promise<void> {
  const noted = await tx.query<Check>(
    `insert into transfer_check (hash, fact_key, tx_hash, block_hash, log_index, block_number, from_balance)
     select o.hash, h.fact_key, h.tx_hash, h.block_hash, h.log_index, h.block_number, h.from_balance
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
       with ordinality as o (hash, owner, contract, token_id, as_of, n)
     join heard_transfer h on h.owner = o.owner and h.contract = o.contract and h.token_id = o.token_id
       and h.block_number > o.as_of
     order by o.n
     on conflict (hash, fact_key) do update set from_balance = excluded.from_balance
     returning hash, fact_key`,
    columns(
      opened,
      (terms) => terms.hash,
      (terms) => terms.offerer,
      (terms) => terms.contract,
      (terms) => terms.tokenId,
      (terms) => terms.asOfBlock,
    ),
  )
  await enqueueChecks(tx, noted.rows, now)
}
