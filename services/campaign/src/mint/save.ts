import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { Change } from '@talad/shared/stream'
import { id as hashOf } from 'ethers'
import { moveCounters } from '../holding/counters.ts'
import { batching } from '../lane/batching.ts'
import { countsOf } from './decide.ts'
import type { Mint, MintEvent } from './events.ts'

/** CA-48: what the chain knows a mint by, once for good. */
export const chainKeyOf = (mintId: string): string => hashOf(`talad mint ${mintId}`)

/** The rows of mints, their batches to come, and the counters of what is minted directly (CA-49). */
export async function saveMints(
  tx: Tx,
  changes: readonly Change<Mint | undefined, MintEvent>[],
): Promise<void> {
  const rows = changes.flatMap(({ id, state, events }) => {
    if (!state) return []
    const { terms, receiver, txHash, failedReason, since, created, updated } = state
    // what goes out again waits for another batch
    const leaves = state.state === 'canceled' || events.some(({ type }) => type === 'MintRetried')
    return {
      id,
      project_id: terms.projectId,
      collection_id: terms.collectionId,
      item_id: terms.itemId,
      item_token_id: terms.itemTokenId,
      automint_id: terms.automintId,
      holding_id: terms.holdingId,
      contract_id: terms.contractId,
      contract_class: terms.contractClass,
      lane: terms.lane,
      chain_key: chainKeyOf(id),
      token_id: terms.tokenId,
      receiver,
      state: state.state,
      tx_hash: txHash,
      failed_reason: failedReason,
      since,
      created,
      updated,
      batch_id: leaves ? '' : null,
    }
  })
  await tx.query({
    name: 'campaign.save_mints',
    text: `insert into mint as m (id, project_id, collection_id, item_id, item_token_id, automint_id, holding_id, contract_id,
        contract_class, lane, chain_key, token_id, receiver, state, tx_hash, failed_reason, since, created, updated)
      select id, project_id, collection_id, item_id, item_token_id, automint_id, holding_id, contract_id,
        contract_class, lane, chain_key, token_id, receiver, state, tx_hash, failed_reason, since, created, updated
      from json_populate_recordset(null::mint, $1) order by id
      on conflict (id) do update set receiver = excluded.receiver, state = excluded.state, tx_hash = excluded.tx_hash,
        failed_reason = excluded.failed_reason, since = excluded.since, updated = excluded.updated,
        batch_id = case when m.id = any($2::text[]) then null else m.batch_id end`,
    values: [toJson(rows), rows.flatMap(({ id, batch_id }) => (batch_id === '' ? id : []))],
  })
  await moveCounters(
    tx,
    changes.flatMap(({ before, state }) => {
      if (!state) return []
      const [was, is] = [countsOf(before), countsOf(state)]
      const { itemId, collectionId } = state.terms
      return { itemId, collectionId, count: is.count - was.count, reserve: is.reserve - was.reserve }
    }),
  )
  const waiting = changes.filter(({ events }) =>
    events.some(({ type }) => type === 'MintRequested' || type === 'MintRetried'),
  )
  const asked = new Map(
    waiting.flatMap(({ state }) => (state ? [[state.terms.contractId, state.updated]] : [])),
  )
  await batching(tx, asked)
}
