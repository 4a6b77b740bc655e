import { z } from 'zod'
import { address, blockchain, hash, isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { priceToken } from './order.ts'

const service = 'order-book'

const durations = z.array(
  z.object({
    label: z.string().describe('what `duration` takes'),
    seconds: z.int().describe('how long that is'),
  }),
)

/** A token in which orders may be priced, with its limits in whole units. */
const pricedToken = priceToken.extend({
  family: z.string().describe('price family, thb or jfin'),
  shipper: z.boolean().describe('true: paid in baht through this site; false: filled on chain'),
  minimum_list: z.string().describe('least price of a listing, decimal, inclusive (OB-19)'),
  minimum_offer: z.string().nullable().describe('least price of an offer; null: no offers in it (OB-20)'),
  maximum: z.string().describe('greatest price, decimal, inclusive (OB-17)'),
})

/** Rates of conversion (OB-37). */
export const rates = endpoint({
  name: 'rates',
  service,
  method: 'GET',
  path: `${base.public}/rates`,
  auth: { kind: 'visitor' },
  summary:
    'What one whole unit of a price family is worth in another; rates older than 15 minutes are left out. An addition of this project.',
  status: 200,
  response: z.object({
    list: z
      .array(
        z.object({
          base: z.string().describe('family, for instance jfin'),
          quote: z.string().describe('family, always thb'),
          rate: z.string().describe('decimal: baht for one whole unit'),
          at: isoTime.describe('when the source said so'),
        }),
      )
      .describe('rates that may be used'),
  }),
  cacheable: true,
})

export const orderTerms = endpoint({
  name: 'orderTerms',
  service,
  method: 'GET',
  path: `${base.public}/order/terms`,
  auth: { kind: 'visitor' },
  summary:
    'What a client needs to build and sign an order. An addition of this project: the specification names no such call.',
  status: 200,
  response: z.object({
    blockchain: blockchain.describe('name of the blockchain, as in addresses of pages'),
    chain_id: z.int().describe('id of the chain'),
    seaport: address.describe('address of Seaport'),
    seaport_version: z.string().describe('version of Seaport'),
    zone: address.describe('the zone that an order must name'),
    conduit_key: hash.describe('the conduit that an order must name'),
    treasury: address.describe('recipient of the point tokens in an order'),
    point_token: priceToken.describe('the token in which listings in baht are priced'),
    minimum_price: z
      .string()
      .describe('whole units of the point token, decimal; both inclusive (OB-17, OB-19)'),
    maximum_price: z.string().describe('highest price in whole units, inclusive'),
    tokens: z.array(pricedToken).describe('every token in which orders may be priced, the point token first'),
    offers_enabled: z.boolean().describe('whether offers may be made and accepted here (OB-41)'),
    offer_durations: durations.describe('how long an offer may stand'),
    default_offer_duration: z.string().describe('label of the usual one'),
    maximum_offer_amount: z.int().describe('units that an offer may ask for at most'),
    durations: durations.describe('how long a listing may stand'),
    default_duration: z.string().describe('label of the usual one'),
    grace_seconds: z.int().describe('what the signed end has beyond the display end'),
    start_tolerance_seconds: z.int().describe('how far the start may be from our clock'),
    minimum_join_kyc_level: z.int().describe('KYC level that a seller needs'),
    limits: z
      .object({
        orders_per_customer: z.int().describe('of a customer'),
        orders_per_asset: z.int().describe('of a customer on one asset'),
      })
      .describe('open orders at once'),
  }),
  cacheable: true,
})
export type OrderTerms = z.infer<typeof orderTerms.response>
