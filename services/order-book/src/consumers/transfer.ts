import { type AssetTransferred, AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { ZERO_ADDRESS } from '@talad/proto/http/seaport'
import { consumer } from '@talad/shared/consumer'
import type { Tx } from '@talad/shared/db'
import type { Deps } from '../deps.ts'
import { changeIn } from '../order/change.ts'
import type { Fact } from '../order/events.ts'
import { checkSoon, hashesOf, lockOfferer } from '../order/guard.ts'
import { CHAIN_GROUP, CHAIN_TOPIC, factOf, positionOf } from './position.ts'

type Token = { contract: string; tokenId: string }

/**
 * OB-16: notes that listed units went out of the seller's wallet. Whether it was the listing's own fill isn't known
 * here, since the fill's message may come later or earlier; the departure sweeper finds out and decides.
 */
async function noteDeparture(
  tx: Tx,
  event: AssetTransferred,
  fact: Fact,
  owner: string,
  token: Token,
): Promise<void> {
  const row = [fact.key, fact.txHash, fact.logIndex, fact.block, event.fromBalance || '0']
  await tx.query(
    `insert into last_departure (owner, contract, token_id, fact_key, tx_hash, log_index, block_number, from_balance)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (owner, contract, token_id) do update set fact_key = excluded.fact_key,
       tx_hash = excluded.tx_hash, log_index = excluded.log_index, block_number = excluded.block_number,
       from_balance = excluded.from_balance
     where last_departure.block_number <= excluded.block_number`,
    [owner, token.contract, token.tokenId, ...row],
  )
  for (const { hash, open } of await hashesOf(tx, owner, token)) {
    if (!open) continue
    await tx.query(
      `insert into departure (hash, fact_key, tx_hash, log_index, block_number, from_balance)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [hash, ...row],
    )
  }
}

/** OB-1: the transfer never happened, nor what followed from it. */
async function forgetDeparture(tx: Tx, fact: Fact, owner: string, token: Token, now: Date): Promise<void> {
  await tx.query('delete from last_departure where fact_key = $1', [fact.key])
  await tx.query('delete from departure where fact_key = $1', [fact.key])
  for (const { hash } of await hashesOf(tx, owner, token)) {
    await changeIn(tx, hash, { type: 'RevertFact', key: fact.key }, now)
  }
}

export const assetTransferred = consumer({
  topic: CHAIN_TOPIC,
  group: CHAIN_GROUP,
  event: AssetTransferredSchema,
  run: async (event, { tx, now }, _deps: Deps) => {
    const position = positionOf(event)
    const from = event.from.toLowerCase()
    const to = event.to.toLowerCase()
    const token = { contract: event.contractAddress.toLowerCase(), tokenId: event.tokenId }
    const fact = factOf('departed', position)
    if (from !== to && from !== ZERO_ADDRESS) {
      await lockOfferer(tx, from)
      if (position.reverted) await forgetDeparture(tx, fact, from, token, now)
      else await noteDeparture(tx, event, fact, from, token)
    }
    await checkSoon(tx, { ...token, offerer: from }) // OB-4
    await checkSoon(tx, { ...token, offerer: to })
  },
})
