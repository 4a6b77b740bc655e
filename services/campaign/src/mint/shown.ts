import type { mint } from '@talad/proto/http/campaign/mint-shapes'
import { cidOf } from '@talad/shared/media/sources'
import type { z } from 'zod'
import type { MintRow } from './rows.ts'

/** A mint as its project's people and its holder see it. */
export const shownMint = (row: MintRow, now: Date): z.infer<typeof mint> => ({
  _id: row.id,
  automint_id: row.automint_id,
  project_id: row.project_id,
  collection_id: row.collection_id,
  item_id: row.item_id,
  item_token_id: Number(row.item_token_id),
  holding_id: row.holding_id,
  contract_id: row.contract_id,
  blockchain: row.blockchain,
  contract_class: row.contract_class,
  contract_address: row.address,
  token_id: row.token_id,
  data: row.chain_key,
  image_cid: cidOf(row.image ?? '') ?? null,
  receiver_address: row.receiver,
  minting_zone: row.lane,
  tx_status: row.tx_status,
  tx_hash: row.tx_hash,
  retry_count: row.retry_count ?? 0,
  retry_reason: row.retry_reason,
  failed_reason: row.failed_reason,
  age_seconds:
    row.state === 'open' ? Math.max(0, Math.floor((now.getTime() - row.since.getTime()) / 1_000)) : null,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})
