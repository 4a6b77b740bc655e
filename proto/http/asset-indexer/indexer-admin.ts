import { z } from 'zod'
import {
  addressInput,
  blockchain,
  decimalString,
  isoTime,
  objectId,
  page,
  pageQuery,
  queryFlag,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'

const service = 'asset-indexer'
const auth = { kind: 'admin', permission: 'collection.write' } as const
const count = z.int().min(0)
const block = decimalString

export const syncKinds = ['metadata', 'image'] as const
export const syncStates = ['pending', 'updating', 'ready', 'failed', 'sleep', 'dead', 'frozen'] as const
const kind = z.enum(syncKinds)
const state = z.enum(syncStates)

/** AI-24 */
const registered = z.object({
  slug: blockchain.describe('name of the chain in addresses and queries'),
  chain_id: z.int().describe('id that its nodes answer'),
  confirmations: z.int().describe('blocks after which money follows the chain, the block itself included'),
  native_symbol: z.string().describe('symbol of its coin'),
  block_seconds: z.int().nullable().describe('how often a block comes; null: on demand'),
  explorer: z.url().nullable().describe('address of a block explorer; null: none'),
  links: z
    .object({
      tx: z.string().describe('of a transaction, with `{hash}`'),
      address: z.string().describe('of an address, with `{address}`'),
      token: z.string().describe('of a contract of tokens, with `{contract}`'),
      nft: z.string().describe('of one token, with `{contract}` and `{tokenId}` (AI-25)'),
    })
    .describe('forms of the addresses in the explorer; `{explorer}` stands for its own'),
  enabled: z.boolean().describe('whether it is in use'),
  environment: z.enum(['production', 'development']).describe('kind of installation that it is for'),
  followed: z.boolean().describe('this index is of it'),
})

/** How the node does: in the order in which they are judged. */
export const nodeStates = ['away', 'limited', 'wrong_chain', 'behind', 'stale', 'well'] as const

const node = z.object({
  state: z
    .enum(nodeStates)
    .describe(
      'away: no answer; limited: it refuses more questions; wrong_chain: it is of another chain; behind: its newest block is below what was read already; stale: its newest block is older than the chain allows',
    ),
  says: z.string().nullable().describe('its own words for why not, without its address; null: it answers'),
  head: block.nullable().describe('number of its newest block; null: no answer'),
  head_at: isoTime.nullable().describe('time of that block'),
  answered_ms: count.nullable().describe('how long it took to answer'),
})

/** Why the index stands still. */
export const faultKinds = ['limited', 'away', 'wrong_chain', 'behind', 'incomplete', 'other'] as const

const fault = z.object({
  kind: z
    .enum(faultKinds)
    .describe(
      'limited: the node refuses more questions; away: no answer; behind: it has less of the chain than was read, or answers differently from call to call; incomplete: it leaves out events; other: nothing of the node',
    ),
  says: z.string().describe('the fault in its own words, without addresses of nodes'),
  since: isoTime.describe('since when the scan stands still'),
  at: isoTime.describe('the last try'),
  times: count.describe('tries that failed since then'),
})

const reorganisation = z.object({
  at: isoTime.describe('when it was seen'),
  from_block: block.describe('how far the chain had been read'),
  fork_block: block.describe('the last block that still stood'),
  facts: count.describe('of the index, taken back with the blocks'),
})

const slowBlock = z.object({
  from_block: block.describe('the first block'),
  to_block: block.describe('the last block of those that were read together'),
  at: isoTime.describe('when it was noted'),
  ms: count.describe('how long it took, so far where it is not done yet'),
  why: z.string().describe('what the time was spent on, and how much there was of it'),
})

const unreadLogs = z.object({
  contract: z.string().describe('address of the contract'),
  logs: count.describe('how many'),
  last_block: block.describe('block of the last of them'),
  last_tx: z.string().describe('transaction of the last of them'),
})

export const syncOfAsset = z.object({
  asset_id: objectId.describe('id of the asset'),
  token_id: decimalString.describe('id of the token'),
  name: z.string().describe('name of the asset; empty while there is no metadata'),
  contract: z.string().describe('address of the contract'),
  collection: z
    .object({
      _id: objectId.describe('id of the collection'),
      slug: z.string().describe('short name in addresses of pages'),
      name: z.string().describe('name, text of a stranger'),
    })
    .describe('the collection of the asset'),
  kind: kind.describe('what is fetched'),
  state: state.describe('how it stands (AI-1)'),
  failures: count.describe('failed tries in a row'),
  sleeps: count.describe('days of sleep; after 7 it is dead'),
  error: z.string().nullable().describe('why the last try failed; words of a stranger'),
  synced_at: isoTime.nullable().describe('when it was fetched last'),
  next_at: isoTime.nullable().describe('when it is tried by itself; null: never'),
})
export type SyncOfAsset = z.infer<typeof syncOfAsset>

export const indexerAdminHttp = {
  /** Whether the index keeps up with the chain, and what of it can't be fetched. */
  indexerHealth: endpoint({
    name: 'indexerHealth',
    service,
    method: 'GET',
    auth,
    path: `${base.admin}/indexer/health`,
    summary:
      'How the index keeps up: node, lag, reorganisations, sync queues, known chains (AI-1, AI-24, OB-42)',
    status: 200,
    slow: true,
    response: z.object({
      chains: z.array(registered).describe('all chains that the product knows (AI-24)'),
      node: node.describe('the node, as it answers now'),
      scan: z
        .object({
          position: block.nullable().describe('the last block that was read; null: none yet'),
          position_at: isoTime.nullable().describe('time of that block'),
          confirmed: block.nullable().describe('the last block that money follows'),
          lag: count
            .nullable()
            .describe('blocks of the node that are not read yet; null: it does not answer'),
          catching_up: count.describe('collections that are read from their first block on'),
          fault: fault.nullable().describe('why it stands still; null: it goes on'),
          slow: z
            .array(slowBlock)
            .describe('blocks that took more than five seconds, the newest first, at most 10'),
          unread: z
            .array(unreadLogs)
            .describe('logs of contracts that are followed that are not understood, at most 20 contracts'),
        })
        .describe('how far the chain is read'),
      reorganisations: z
        .object({
          total: count.describe('ever seen'),
          deepest: count.describe('blocks that the deepest took back'),
          list: z.array(reorganisation).describe('the newest first, at most 10'),
        })
        .describe('reorganisations that were seen (OB-42)'),
      queues: z
        .array(
          z.object({
            kind: kind.describe('what is fetched'),
            states: z.partialRecord(state, count).describe('assets in each state; absent: none'),
            due: count.describe('tries whose time has come'),
            oldest_due_at: isoTime.nullable().describe('since when the oldest of them waits'),
          }),
        )
        .describe('what is fetched of assets (AI-1)'),
      refused: count.describe('facts of the chain that could not be stored'),
      drifts: count.describe('holders that differ from the chain (AI-5)'),
    }),
  }),
  /** AI-1: by default what has failed, sleeps or is dead. */
  listSyncs: endpoint({
    name: 'listSyncs',
    service,
    method: 'GET',
    auth,
    path: `${base.admin}/indexer/syncs`,
    summary:
      'Metadata and pictures of assets by their state; without one, what has failed, sleeps or is dead (AI-1)',
    query: z.object({
      kind: kind.optional().describe('only of this kind'),
      state: state.optional().describe('only in this state'),
      collection: z.string().min(1).max(100).optional().describe('id or slug of a collection'),
      contract: addressInput.optional().describe('only of this contract'),
      asset_id: objectId.optional().describe('only of this asset, in whatever state'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(syncOfAsset),
    errors: ['validation'],
  }),
}
