import { z } from 'zod'
import {
  address,
  addressInput,
  blockchain,
  decimalString,
  objectId,
  queryFlag,
  queryInteger,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { contractClass } from './mint-shapes.ts'
import { effective } from './virtual-shapes.ts'

const service = 'campaign'
const auth = { kind: 'visitor' } as const

const metadata = z
  .object({
    name: z.string().describe('its name'),
    description: z.string().describe('what it is, with variables filled in'),
    image: z.string().nullable().describe('its picture; null: it has none'),
    attributes: z
      .array(
        z.object({
          trait_type: z.string().describe('name of the trait'),
          value: z.union([z.string(), z.number()]).describe('what it is'),
          display_type: z.string().nullable().describe('how it is shown; null: as it is written (CA-63)'),
        }),
      )
      .describe('its traits'),
  })
  .describe('what its maker says of it: of a stranger’s words and addresses nothing is checked')

const onChain = {
  blockchain: blockchain.describe('slug of the chain'),
  contract_class: contractClass,
  contract_address: address.describe('address of the contract'),
}
const vnft = {
  project_id: objectId.describe('its project'),
  collection_id: objectId.describe('its virtual collection'),
  item_id: objectId.describe('its item'),
  token_id: decimalString.describe('its number within the item, from 1 (CA-54)'),
}

const match_campaigns = queryFlag
  .optional()
  .describe('1: with the campaigns that it is good for, for `campaigns` (CA-32)')
const named = z.object({
  blockchain: blockchain.describe('slug of the chain'),
  contract_address: addressInput.describe('address of the contract'),
  token_id: decimalString.describe('its id there, decimal'),
  match_campaigns,
})
const campaigns = z
  .array(
    z.object({
      _id: objectId.describe('id of the campaign'),
      project_id: objectId.describe('its project'),
      slug: z.string().describe('its name in addresses'),
      name: z.string().describe('its name for people'),
      tags: z.array(z.string()).describe('the slots that the token fits'),
    }),
  )
  .max(20)
  .describe(
    'public campaigns that run now and have a slot that it fits, whoever has it, the newest first (CA-32); empty unless asked for',
  )
const errors = ['validation', 'not_found', 'asset_suspended', 'unavailable']

/** What tokens are, for everybody: a coupon of a holder is in none of it (CA-82). */
export const tokenHttp = {
  openVirtualToken: endpoint({
    name: 'openVirtualToken',
    service,
    method: 'GET',
    path: `${base.platform}/vnft/token`,
    auth,
    summary: 'A token of an item, on chain or not, with its signed payload (CA-57, CA-59)',
    query: z.object({
      item_id: objectId.describe('id of the item'),
      token_id: queryInteger(1, 4_294_967_295).describe('its number within the item, from 1'),
      match_campaigns,
    }),
    status: 200,
    response: z.object({
      token: z
        .object({
          ...vnft,
          tokenIdentityId: z.string().describe('one for each token: id of the item, colon, its number there'),
          tokenId: decimalString.describe('its id on chain, also while it is on none (CA-54)'),
          nfts: z.array(z.object(onChain)).describe('where it is minted; empty: it is virtual'),
        })
        .describe('the token'),
      effective,
      campaigns,
    }),
    errors: ['validation', 'virtual_not_found'],
    cacheable: true,
  }),
  openToken: endpoint({
    name: 'openToken',
    service,
    method: 'GET',
    path: `${base.platform}/nft/token`,
    auth,
    summary: 'A token on chain: by our records where we minted it, else as the marketplace has read it',
    query: named,
    status: 200,
    response: z.object({
      nft: z
        .object({ ...onChain, token_id: decimalString.describe('its id there'), metadata })
        .describe('the token'),
      vnft: z.object(vnft).nullable().describe('what it is of ours; null: we did not mint it'),
      effective,
      campaigns,
    }),
    errors,
    cacheable: true,
  }),
  openRawToken: endpoint({
    name: 'openRawToken',
    service,
    method: 'GET',
    path: `${base.platform}/nft/token/raw`,
    auth,
    summary: 'Only the metadata of a token on chain',
    query: named,
    status: 200,
    response: z.object({ metadata, campaigns }),
    errors,
    cacheable: true,
  }),
}
