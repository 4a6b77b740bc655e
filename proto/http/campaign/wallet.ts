import { z } from 'zod'
import {
  addressInput,
  blockchain,
  counted,
  objectId,
  page,
  pageAndSize,
  pageSizeAndIndex,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { contractClass, holding, mint } from './mint-shapes.ts'

const service = 'campaign'
const user = { kind: 'user' } as const

const own = {
  projectId: objectId.optional().describe('only of this project'),
  campaignId: objectId.optional().describe('only what this campaign granted'),
  nftCollectionId: objectId.optional().describe('only of this virtual collection'),
  nftItemId: objectId.optional().describe('only of this item'),
  tokenId: z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/, 'must be a number from 1')
    .optional()
    .describe('only with this number within the item'),
}

/** What wallets and markets read of a token and a contract, where the contract says: as is usual of ERC-721 and ERC-1155. */
export const tokenMetadataHttp = {
  tokenMetadata: endpoint({
    name: 'tokenMetadata',
    service,
    method: 'GET',
    path: `${base.platform}/vnft/metadata/:collection_id/:contract_class/:file`,
    auth: { kind: 'visitor' },
    summary: 'What a token is, as wallets read it; a coupon of its holder is not in it (CA-62, CA-82)',
    params: z.object({
      collection_id: objectId.describe('the virtual collection'),
      contract_class: contractClass,
      file: z
        .string()
        .regex(/^(contract|0|[1-9][0-9]{0,19})\.json$/, 'must be contract.json or a token id and .json')
        .describe('contract.json, or the id of the token on chain and .json (CA-54)'),
    }),
    status: 200,
    response: z.object({
      name: z.string().describe('its name'),
      description: z.string().describe('what it is, with variables filled in'),
      image: z.string().optional().describe('its picture; absent: it has none'),
      animation_url: z.string().optional().describe('what moves or sounds; absent: nothing does'),
      attributes: z
        .array(
          z.object({
            trait_type: z.string().describe('name of the trait'),
            value: z.union([z.string(), z.number()]).describe('what it is'),
            display_type: z.string().optional().describe('how it is shown; absent: as it is written (CA-63)'),
          }),
        )
        .optional()
        .describe('its traits; absent: it has none'),
    }),
    errors: ['validation', 'virtual_not_found'],
    cacheable: true,
  }),
}

/** CA-80: what somebody has, on chain or not yet, as they see it. */
export const walletHttp = {
  myAssets: endpoint({
    name: 'myAssets',
    service,
    method: 'GET',
    path: `${base.platform}/wallet/assets`,
    auth: user,
    summary: 'What who asks was granted, in every state, the newest first (CA-80)',
    query: z.object({ ...own, ...pageSizeAndIndex, count: counted }),
    status: 200,
    response: page(holding),
    errors: ['validation'],
  }),
  myAssetsExist: endpoint({
    name: 'myAssetsExist',
    service,
    method: 'GET',
    path: `${base.platform}/wallet/assets/exist`,
    auth: user,
    summary:
      'Whether who asks has virtual ones that can be used; minted ones are their chain’s to say (CA-28, CA-80)',
    query: z.object(own),
    status: 200,
    response: z.object({
      exist: z.boolean().describe('whether there is one'),
      balance: z.int().describe('how many there are'),
    }),
    errors: ['validation'],
  }),
  mintOwn: endpoint({
    name: 'mintOwn',
    service,
    method: 'POST',
    path: `${base.platform}/vnft/item/nft/mint`,
    auth: user,
    summary:
      'Mint a virtual holding of one’s own to a linked wallet; asked again while that goes on, it is the same mint (CA-51)',
    body: z.object({
      nft: z
        .object({
          holding_id: objectId.describe('the holding'),
          blockchain: blockchain.describe('chain on which it is minted'),
          contract_class: contractClass
            .optional()
            .describe(
              'of the contract; absent: erc721 where the collection has such a contract, else erc1155',
            ),
          receiver_address: addressInput
            .optional()
            .describe('one of the linked wallets; absent: the Join wallet, or else the oldest (CA-50)'),
        })
        .describe('what is minted'),
    }),
    status: 201,
    response: z.object({
      nft: mint.describe('the mint'),
      vnft: holding.describe('the holding, minting from now on'),
    }),
    errors: [
      'validation',
      'holding_not_found',
      'receiver_not_linked',
      'no_contract',
      'contract_disabled',
      'project_archived',
    ],
    idempotent: true,
    limit: 'write',
  }),
}

export const walletAdminHttp = {
  listHoldings: endpoint({
    name: 'listHoldings',
    service,
    method: 'GET',
    path: `${base.platformAdmin}/wallet/assets`,
    auth: { kind: 'project', ability: 'project.read', scope: 'wallet.read' },
    summary: 'Who holds what of a project, in every state, the newest first (CA-80)',
    query: z.strictObject({
      projectId: objectId.describe('id of the project'),
      collectionId: objectId.optional().describe('only of this virtual collection'),
      itemId: objectId.optional().describe('only of this item'),
      ...pageAndSize,
      count: counted,
    }),
    status: 200,
    response: z.object({ assets: page(holding).describe('one page of the holdings') }),
    errors: ['validation'],
  }),
}
