import { z } from 'zod'
import { decimalString, hash } from '../common.ts'

/** A wallet may write an address in either case; the service lower-cases what it stores (GW-17). */
const anyAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex characters')
/** M§5: a salt has 66 characters. */
const salt = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex characters')

const MAX_UINT256 = String(2n ** 256n - 1n)

/** A decimal string that fits the chain's uint256. */
export const uint256 = decimalString.refine(
  (text) => text.padStart(MAX_UINT256.length, '0') <= MAX_UINT256,
  'must fit 256 bits',
)

const offerItem = z.strictObject({
  itemType: z.literal([0, 1, 2, 3, 4, 5]).describe('1 ERC-20, 2 ERC-721, 3 ERC-1155'),
  token: anyAddress.describe('address of the contract of the item'),
  identifierOrCriteria: uint256.describe('token id; 0 for ERC-20'),
  startAmount: uint256.describe('units, or smallest units of a token'),
  endAmount: uint256.describe('the same as startAmount'),
})

const considerationItem = offerItem.extend({
  recipient: anyAddress.describe('who receives it'),
})

/**
 * What is signed, and beside it `totalOriginalConsiderationItems`, which Seaport takes in place of the counter when an
 * order is filled. Amounts, ids, times and the counter are decimal strings; times are unix seconds (GW-13, GW-16).
 */
export const orderParameters = z.strictObject({
  offerer: anyAddress.describe('wallet that signs'),
  zone: anyAddress.describe('the zone of GET /order/terms; zero for orders in crypto'),
  offer: z
    .array(offerItem)
    .min(1)
    .max(10)
    .describe('what is given: one NFT; of an offer, the price in its token'),
  consideration: z
    .array(considerationItem)
    .min(1)
    .max(20)
    .describe(
      'what is asked: point tokens for the treasury; in crypto a payment for each share; of an offer the NFT first',
    ),
  orderType: z
    .literal([0, 1, 2, 3, 4])
    .describe('in baht 2: whole only, 3: in parts; in crypto 0: whole only, 1: in parts'),
  startTime: uint256.describe('unix seconds, at most five minutes from now'),
  endTime: uint256.describe('unix seconds: start and duration, in baht also the grace'),
  zoneHash: hash.describe('32 bytes of zero'),
  salt: salt.describe('random, 0x and 64 hex characters'),
  conduitKey: hash.describe('conduit_key of GET /order/terms'),
  counter: uint256.describe('Seaport’s getCounter of the offerer'),
  totalOriginalConsiderationItems: z.int().min(0).max(20).describe('length of consideration'),
})
export type OrderParameters = z.infer<typeof orderParameters>
export type OrderComponents = Omit<OrderParameters, 'totalOriginalConsiderationItems'>
