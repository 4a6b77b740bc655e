import { z } from 'zod'
import { address, addressInput, blockchain, decimalString } from '../common.ts'
import { endpoint } from '../contract.ts'

const MOST_WALLETS = 2_000
const MOST_CONTRACTS = 200
const MOST_RANGES = 2_000
/** So many tokens are told at once. */
export const MOST_HELD = 5_000

/** CA-27: for campaigns, which ask before they decide about many accounts. */
const heldTokens = endpoint({
  name: 'heldTokens',
  service: 'asset-indexer',
  method: 'POST',
  path: '/asset-indexer/internal/held-tokens',
  auth: { kind: 'internal' },
  summary: 'What wallets have of some contracts, and how far the chain is read',
  body: z.object({
    wallets: z.array(addressInput.toLowerCase()).max(MOST_WALLETS).describe('whose tokens'),
    contracts: z
      .array(
        z.object({
          blockchain: blockchain.describe('slug of the chain; one that is not indexed here has none'),
          contract_address: addressInput.toLowerCase().describe('address of the contract'),
          ranges: z
            .array(z.tuple([decimalString, decimalString]))
            .max(MOST_RANGES)
            .describe('ids from and to, both included; empty: all'),
        }),
      )
      .max(MOST_CONTRACTS)
      .describe('of which contracts'),
    chosen: z
      .array(
        z.object({
          blockchain: blockchain.describe('slug of the chain'),
          contract_address: addressInput.toLowerCase().describe('address of the contract'),
          token_id: decimalString.describe('its id'),
        }),
      )
      .max(MOST_WALLETS)
      .describe('tokens that are read from the chain first, where the index is late'),
  }),
  status: 200,
  response: z.object({
    blockchain: blockchain.describe('the chain that is indexed here'),
    block: decimalString.describe('up to which block; 0 before the first'),
    late: z.boolean().describe('that is more than 30 s behind the head, or the node does not say'),
    more: z.boolean().describe('there are more tokens than are told'),
    tokens: z
      .array(
        z.object({
          contract_address: address.describe('address of the contract'),
          type: z.enum(['erc721', 'erc1155']).describe('of the contract'),
          token_id: decimalString.describe('its id'),
          suspended: z.boolean().describe('it, or its collection'),
          read: z.boolean().describe('who has it was asked of the chain just now'),
          holders: z
            .array(
              z.object({
                wallet: address.describe('one of the wallets'),
                quantity: decimalString.describe('how much it has'),
              }),
            )
            .describe('those of the wallets that have it; of one that was read, who had it too'),
          traits: z
            .array(z.tuple([z.string(), z.string()]))
            .nullable()
            .describe('names and values as the metadata has them (AI-10); null: it is not read yet'),
        }),
      )
      .describe('by contract and id'),
  }),
  errors: ['validation'],
})

export const heldTokensHttp = { heldTokens }
