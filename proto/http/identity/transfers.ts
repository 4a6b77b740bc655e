import { z } from 'zod'
import { addressInput, blockchain, decimalString, hash, isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { uint256 } from '../order-book/seaport.ts'

const service = 'identity'
const identity = (path: string) => `${base.identity}${path}`

/** Items that one approval may send. */
export const MOST_TRANSFERS = 20

/** ID-19: how a transfer stands; `NEW` is one that nobody was asked to approve yet. */
export const transferStatus = z.enum([
  'NEW',
  'PENDING_APPROVAL',
  'SUBMITTED',
  'SUCCESS',
  'FAILED',
  'REJECTED',
  'EXPIRED',
])
export type TransferStatus = z.infer<typeof transferStatus>

const item = {
  blockchain: blockchain.describe('name of the chain'),
  tokenId: uint256.describe('number of the token'),
  amount: uint256
    .refine((text) => text !== '0', 'must be at least 1')
    .default('1')
    .describe('units; 1 of an ERC-721 token'),
}
const transferInput = z.object({
  ...item,
  contractAddress: addressInput.describe('address of the collection'),
  to: addressInput.describe('wallet that gets it'),
})

/**
 * ID-19: asks the person's Join app to send items of known collections from their Join wallet to other wallets. Nothing
 * moves before they approve it there; the same `Idempotency-Key` asks them once.
 */
export const transferNfts = endpoint({
  name: 'transferNfts',
  service,
  method: 'POST',
  path: identity('/join/transfer-nfts'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Ask the Join wallet to send items to somebody',
  body: z.object({
    from: addressInput.describe("the person's Join wallet"),
    transfers: z.array(transferInput).min(1).max(MOST_TRANSFERS).describe('what is sent, and to whom'),
    redirectUrl: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('where the Join app leads back to; on one of our sites (ID-15)'),
    redirectUrlType: z
      .enum(['web', 'liff', 'app'])
      .optional()
      .describe('where that opens: in a browser, in LINE or in an app (ID-16); web when absent'),
  }),
  status: 201,
  response: z.object({
    groupId: z.string().describe('id of these transfers, for transaction-details'),
    webviewUrl: z.url().describe("opens the person's Join app at this request"),
    expiresAt: isoTime.describe('until when it can be approved'),
  }),
  errors: [
    ...(['not_signable', 'invalid_join_signer', 'invalid_join_session', 'invalid_redirect_url'] as const),
    ...(['asset_suspended', 'item_not_held', 'invalid_recipient', 'unavailable', 'validation'] as const),
  ],
  idempotent: true,
  limit: 'write',
})

/** ID-19: how the transfers of a group stand. Known to who asked for them, for a day after `expiresAt`. */
export const transactionDetails = endpoint({
  name: 'transactionDetails',
  service,
  method: 'GET',
  path: identity('/join/transaction-details'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Ask how transfers stand',
  query: z.object({ groupId: z.string().min(1).max(128).describe('id from transfer-nfts') }),
  status: 200,
  response: z.object({
    groupId: z.string().describe('id of these transfers'),
    status: transferStatus.describe('the worst of its transfers'),
    expiresAt: isoTime.describe('until when they can be approved'),
    transfers: z
      .array(
        z.object({
          ...item,
          amount: decimalString.describe('how many units of it'),
          contractAddress: z.string().describe('address of the collection, lower case'),
          to: z.string().describe('wallet that gets it, lower case'),
          status: transferStatus.describe('how this one stands'),
          txHash: hash.nullable().describe('hash of its transaction, once it is on its way'),
        }),
      )
      .describe('in the order in which they were asked for'),
  }),
  errors: ['not_found', 'unavailable'],
})

/** The calls by which items are sent to somebody. */
export const transfersHttp = { transferNfts, transactionDetails }
