import { address } from '@talad/proto/http/common'
import { countsKeptSetting } from '@talad/shared/kept'
import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')
const anyAddress = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(address)
const priceTokens = z.array(
  z.strictObject({
    address: anyAddress,
    symbol: z.string().min(1).max(20),
    decimals: z.int().min(0).max(36),
    family: z.enum(['thb', 'jfin']),
    /** M§3: left out in production */
    test: z.boolean().default(false),
  }),
)

function jsonOf(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('must be JSON')
    return z.NEVER
  }
}

export const orderBookConfig = commonConfig.extend({
  RPC_URL: z.url().describe('JSON-RPC of the chain'),
  RPC_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(30_000)
    .default(3_000)
    .describe('wait for the chain at most this long'),
  CHAIN_ID: z.coerce.number().int().min(1).describe('chain id, part of what sellers sign'),
  CHAIN_SLUG: z.string().min(1).max(30).default('kub').describe('name of the chain in orders and assets'),
  SEAPORT_ADDRESS: anyAddress.describe('Seaport 1.5'),
  ZONE_ADDRESS: anyAddress.describe('the zone that restricts shipper orders to our relayer'),
  TREASURY_ADDRESS: anyAddress.describe('receives the point tokens of a delivery'),
  POINT_TOKEN_ADDRESS: anyAddress.describe('the THB point token, two decimals'),
  PRICE_TOKENS: z
    .string()
    .default('[]')
    .transform(jsonOf)
    .pipe(priceTokens)
    .describe('JSON [{address, symbol, decimals, family: thb or jfin, test}]: ERC-20s for orders in crypto'),
  THB_ONLY: flag.default(false).describe('1 takes no orders in tokens of the jfin family'),
  FEE_WALLET_ADDRESS: anyAddress
    .optional()
    .describe(
      'receives fees paid in crypto, and shares of payees without a wallet (OB-33); absent: the treasury',
    ),
  OFFERS: flag.default(true).describe('0 switches offers off (OB-41)'),
  RATES_URL: z
    .url()
    .optional()
    .describe('exchange that tells rates of conversion (OB-37); absent: no conversion'),
  COUNTS_KEPT_MS: countsKeptSetting,
  LIMIT_ORDERS_PER_CUSTOMER: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('open orders of one customer; absent: 50 in production, 10 elsewhere (OB-27)'),
  LIMIT_ORDERS_PER_ASSET: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('open orders of one customer on one token; absent: 5 in production, 2 elsewhere (OB-27)'),
  TEST_DURATIONS: flag.default(false).describe('1 adds the duration of 90 seconds (OB-23)'),
  SKIP_KYC_ON_PUT: flag.default(false).describe('1 lets anyone list, in development only (M§5)'),
})
export type OrderBookConfig = z.infer<typeof orderBookConfig>
