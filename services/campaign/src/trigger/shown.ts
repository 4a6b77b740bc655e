import type { TriggerShown } from '@talad/proto/http/campaign/trigger-shapes'
import type { Token } from '../requirement/snapshot.ts'
import type { Story, UsedToken } from './events.ts'
import type { TriggerRow } from './rows.ts'
import { placeOf } from './story.ts'

type Place = Pick<UsedToken, 'chain' | 'virtual'>

/** Where a token is, as it is told. */
export function shownPlace({ chain, virtual }: Place) {
  return {
    nft: chain
      ? { blockchain: chain.blockchain, contract_address: chain.contractAddress, token_id: chain.tokenId }
      : null,
    vnft: virtual
      ? { collection_id: virtual.collectionId, item_id: virtual.itemId, token_id: virtual.tokenId }
      : null,
  }
}
export const shownToken = (token: Pick<Token, 'chain' | 'virtual'>) => shownPlace(placeOf(token))

const shownSlot = ({
  id,
  tag,
  isRequired,
  state,
  token,
  blockchains,
  have,
  need,
}: Story['slots'][number]) => ({
  slot_id: id,
  tag,
  required: isRequired,
  state,
  token: token ? shownPlace(token) : null,
  blockchains: blockchains ?? [],
  have: have ?? null,
  need: need ?? null,
})

/** CA-10: of a campaign that is hidden from them it isn't told whose it is; it may be one until it was decided. */
function mayBeHidden({ status, reasons }: TriggerRow): boolean {
  if (reasons.length === 0) return status === 100 || status === 200
  return reasons.every(({ code }) => code === 'campaign_hidden')
}

/** A trigger as who asked for it sees it; the people of its project know whose it is. */
export function shownTrigger(row: TriggerRow): TriggerShown {
  return {
    triggerId: row.id,
    campaignId: row.campaign_id,
    projectId: mayBeHidden(row) ? null : row.project_id,
    accountId: row.account_id,
    status: row.status,
    dry: row.dry,
    soft: row.soft,
    input: row.input,
    output: {
      reasons: row.reasons.map(({ code, tag, retryAt, used, limit }) => ({
        code,
        tag: tag ?? null,
        retry_at: retryAt ?? null,
        used: used ?? null,
        limit: limit ?? null,
      })),
      slots: row.slots.map(shownSlot),
      rewards: row.rewards.map(({ tag, itemId, itemTokenId, holdingId }) => ({
        tag,
        item_id: itemId,
        token_id: String(itemTokenId),
        holding_id: holdingId,
      })),
      retry_at: row.retry_at?.toISOString() ?? null,
      web3_blocks: row.blocks,
      versions: { model: row.versions.model ?? null, artifacts: row.versions.artifacts ?? null },
    },
    created: row.created.toISOString(),
    decided: row.decided?.toISOString() ?? null,
    released: row.released?.toISOString() ?? null,
    release_reason: row.release_note,
  }
}
