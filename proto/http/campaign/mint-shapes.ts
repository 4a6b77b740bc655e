import { z } from 'zod'
import { address, blockchain, decimalString, hash, isoTime, objectId } from '../common.ts'

/** CA-46, SP-3: where a transaction is. */
export const txStatuses = ['pending', 'processing', 'sent', 'mined', 'failed', 'canceled'] as const
export const txStatus = z
  .enum(txStatuses)
  .describe(
    'pending: waits for its turn; processing: its nonce is taken and it is signed; sent: a node has it; mined: on chain, deep enough; failed and canceled: ended, nothing of it is on chain (CA-46)',
  )

/** CA-52: of a contract and its tokens. */
export const contractClass = z.enum(['erc721', 'erc1155']).describe('standard of the contract')

const bytes = z.string().regex(/^0x([0-9a-f]{2})*$/)

/** How a transaction goes, of contracts and mints alike. */
const underWay = {
  tx_status: txStatus,
  tx_hash: hash
    .nullable()
    .describe('the newest transaction; the one on chain once it is mined; null: none yet'),
  retry_count: z
    .int()
    .describe('tries that failed and count; patience of nodes and empty signers do not (CA-47)'),
  retry_reason: z.string().nullable().describe('why the last try failed; null: none did'),
  failed_reason: z.string().nullable().describe('why it failed for good; null: it did not'),
}

/** A§3 Collection contract. */
export const collectionContract = z.object({
  _id: objectId.describe('id of the contract'),
  project_id: objectId.describe('its project'),
  collection_id: objectId.describe('the virtual collection whose tokens it has'),
  blockchain: blockchain.describe('slug of the chain'),
  contract_class: contractClass,
  name: z.string().describe('its name on chain'),
  symbol: z.string().describe('its symbol on chain'),
  factory_address: address.describe('the factory that deploys it'),
  creation_data: bytes.describe(
    'what that factory is called with: class, name, symbol, where its metadata are as the installation says now, and the salt that its address follows from (CA-52)',
  ),
  contract_address: address.nullable().describe('where it is; null until it is mined'),
  minting_zone: z.string().describe('lane of its transactions: the address of the signer (CA-53)'),
  disabled: z
    .boolean()
    .describe('true: nothing new is minted by it; what was asked for before goes on (CA-52)'),
  ...underWay,
  created: isoTime.describe('when it was asked for'),
  updated: isoTime.describe('when it was changed last'),
})

/** A§3 Minted NFT record. */
export const mint = z.object({
  _id: objectId.describe('id of the mint'),
  automint_id: z.string().describe('key of who asked for it, once in its project (CA-48)'),
  project_id: objectId.describe('its project'),
  collection_id: objectId.describe('its virtual collection'),
  item_id: objectId.describe('its item'),
  item_token_id: z.int().describe('its number within the item, from 1 (CA-54)'),
  holding_id: objectId
    .nullable()
    .describe('the virtual holding that it brings on chain; null: minted directly'),
  contract_id: objectId.describe('the contract that mints it'),
  blockchain: blockchain.describe('slug of the chain'),
  contract_class: contractClass,
  contract_address: address.nullable().describe('of the contract; null until that is mined'),
  token_id: decimalString.describe('its id on chain: item number × 2^32 + item_token_id (CA-54)'),
  data: hash.describe(
    'what the contract is sent beside token and receiver: the key of this mint, which it takes once and its event names (CA-48)',
  ),
  image_cid: z
    .string()
    .nullable()
    .describe('where its picture is on IPFS, as the payload says now; null: it is not there'),
  receiver_address: address.describe('who gets it'),
  minting_zone: z.string().describe('lane in which it waits (CA-53)'),
  ...underWay,
  age_seconds: z
    .int()
    .nullable()
    .describe('how long it waits: since it was asked for or retried; null: it has ended'),
  created: isoTime.describe('when it was asked for'),
  updated: isoTime.describe('when it was changed last'),
})

/** CA-55: how a holder came by it. */
export const origin = z
  .enum(['campaign', 'mint', 'import', 'transfer', 'claim'])
  .describe('how its holder came by it (CA-55)')

/** A§3 Virtual NFT holding. */
export const holding = z.object({
  _id: objectId.describe('id of the holding'),
  tokenIdentityId: z.string().describe('one for each token: id of the item, colon, its number there'),
  holderId: objectId.describe('account that has it (CA-13)'),
  origin,
  tokenId: decimalString.describe('its id on chain, also while it is on none (CA-54)'),
  amount: z.int().describe('how many were granted (CA-55)'),
  balance: z
    .int()
    .describe(
      'how many of them can be used as virtual ones: none while minting, and none once minted (CA-28, CA-55)',
    ),
  state: z
    .enum(['virtual', 'waiting', 'minting', 'minted'])
    .describe(
      'virtual: on no chain; waiting: virtual, and minted once the account links a wallet (CA-50); minting: on its way, not usable; minted: on chain, whose owner counts (CA-28)',
    ),
  payload: z.record(z.string(), z.unknown()).nullable().describe('of this token alone (CA-59); null: none'),
  source: z
    .object({
      project_id: objectId.describe('project that granted it'),
      campaign_id: objectId.nullable().describe('campaign that did; null: none'),
      trigger_id: objectId.nullable().describe('trigger of that campaign; null: none'),
    })
    .describe('where it comes from'),
  vnft: z
    .object({
      collection_id: objectId.describe('its virtual collection'),
      item_id: objectId.describe('its item'),
      token_id: decimalString.describe('its number within the item, from 1 (CA-54)'),
      automint_id: z.string().nullable().describe('key under which it was asked for; null: none'),
      minted: z.boolean().describe('true: it is on chain'),
      minting: z.boolean().describe('true: it is on its way there'),
    })
    .describe('what it is'),
  nft: z
    .object({
      mint_id: objectId.describe('the mint'),
      blockchain: blockchain.describe('slug of the chain'),
      contract_class: contractClass,
      contract_address: address.nullable().describe('of the contract; null until that is mined'),
      receiver_address: address.describe('who gets it, or got it'),
      tx_status: txStatus,
      tx_hash: hash.nullable().describe('transaction of the mint; null: none yet'),
    })
    .nullable()
    .describe('its mint, also one that failed; null: none was asked for'),
  created: isoTime.describe('when it was granted'),
})
