import { z } from 'zod'
import { addressInput, blockchain, counted, objectId, page, sizeAndIndex } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { contractClass, holding, mint, txStatus } from './mint-shapes.ts'

const service = 'campaign'
const read = { kind: 'project', ability: 'project.read' } as const
const write = { kind: 'project', ability: 'project.mint' } as const

const project_id = objectId.describe('id of the project')
const one = z.strictObject({ _id: objectId.describe('id of the mint') })
const answer = z.object({ nft: mint.describe('the mint as it is now') })

/** CA-48: printable ASCII, so that what looks the same is the same. */
const automintId = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 printable ASCII characters without spaces')
  .describe(
    'key of who asks, once in the project: asked again it is the same mint, and never a second one (CA-48)',
  )

/** CA-46 to CA-56: granting, minting, and the queue in between. */
export const mintAdminHttp = {
  mintItem: endpoint({
    name: 'mintItem',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/vnft/item/nft/mint`,
    auth: { ...write, scope: 'vnft.mint', dryRun: true },
    summary:
      'Grant an item to an account, mint one to an address, or both; a test key is answered what would happen, and nothing does (CA-56)',
    body: z.strictObject({
      nft: z
        .strictObject({
          automint_id: automintId,
          item_id: objectId.describe('the item'),
          item_token_id: z
            .int()
            .min(1)
            .max(4_294_967_295)
            .optional()
            .describe('its number within the item; absent: the next one (CA-54)'),
          blockchain: blockchain
            .optional()
            .describe('chain on which it is minted; absent: it is granted, and on no chain'),
          contract_class: contractClass
            .optional()
            .describe(
              'of the contract; absent: erc721 where the collection has such a contract, else erc1155',
            ),
          receiver_address: addressInput
            .optional()
            .describe(
              'who gets it on chain; absent: the wallet of the target, the Join wallet or else the oldest, once there is one (CA-50)',
            ),
        })
        .describe('what is minted'),
      target: z
        .strictObject({ account_id: objectId.describe('the account') })
        .optional()
        .describe('whom it is granted to (CA-38); absent: it is minted directly, to receiver_address'),
    }),
    status: 201,
    response: z.object({
      nft: mint.nullable().describe('the mint; null: none yet, it waits for a wallet or for no chain'),
      vnft: holding.nullable().describe('what was granted; null: minted directly'),
    }),
    errors: [
      'validation',
      'virtual_not_found',
      'account_unknown',
      'collection_archived',
      'item_archived',
      'project_archived',
      'supply_exhausted',
      'token_taken',
      'automint_taken',
      'no_contract',
      'contract_disabled',
    ],
    idempotent: true,
    limit: 'write',
  }),
  listMints: endpoint({
    name: 'listMints',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/mint/list`,
    auth: read,
    summary: 'The mints of a project: the queue, and what became of it; the newest first (GW-18)',
    query: z.strictObject({
      project_id,
      collection_id: objectId.optional().describe('only of this virtual collection'),
      tx_status: txStatus.optional().describe('only in this state'),
      minting_zone: z.string().max(100).optional().describe('only of this lane'),
      ...sizeAndIndex,
      count: counted,
    }),
    status: 200,
    response: z.object({ mints: page(mint).describe('one page of the mints') }),
    errors: ['validation'],
  }),
  getMint: endpoint({
    name: 'getMint',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/mint`,
    auth: read,
    summary: 'One mint',
    query: one,
    status: 200,
    response: answer,
    errors: ['validation', 'mint_not_found'],
  }),
  retryMint: endpoint({
    name: 'retryMint',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/vnft/mint/retry`,
    auth: write,
    summary:
      'Try a mint again that failed or was canceled; the chain is asked first, and one that it has already is mined (CA-48)',
    body: one,
    status: 200,
    response: answer,
    errors: [
      'validation',
      'mint_not_found',
      'mint_not_ended',
      'supply_exhausted',
      'contract_disabled',
      'project_archived',
      'unavailable',
    ],
    idempotent: true,
    limit: 'write',
  }),
  cancelMint: endpoint({
    name: 'cancelMint',
    service,
    method: 'POST',
    path: `${base.platformAdmin}/vnft/mint/cancel`,
    auth: write,
    summary: 'Take a mint back of which nothing is signed yet: what was granted is virtual again (CA-46)',
    body: one,
    status: 200,
    response: answer,
    errors: ['validation', 'mint_not_found', 'mint_under_way'],
    idempotent: true,
    limit: 'write',
  }),
  listMintLanes: endpoint({
    name: 'listMintLanes',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/vnft/mint/lanes`,
    auth: read,
    summary: 'The lanes in which mints wait: of all projects, since they share them (CA-53)',
    query: z.strictObject({ project_id }),
    status: 200,
    response: z.object({
      lanes: z
        .array(
          z.object({
            minting_zone: z.string().describe('name of the lane: the address of its signer'),
            depth: z.int().describe('mints that wait or are under way in it, of all projects'),
            own_depth: z.int().describe('those of this project'),
            oldest_age_seconds: z
              .int()
              .nullable()
              .describe('how long the one waits that waits longest; null: none does'),
            paused: z.boolean().describe('true: nothing new is sent'),
            why: z
              .string()
              .nullable()
              .describe('why it is paused, or why its last try failed; null: all is well'),
            paused_at: z.iso.datetime().nullable().describe('since when it is paused; null: it is not'),
          }),
        )
        .describe('by their names'),
    }),
    errors: ['validation'],
  }),
}
