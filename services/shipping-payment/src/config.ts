import { paymentPages } from '@talad/proto/http/gateway/payment-page'
import { confirmationsSetting } from '@talad/shared/chain/confirmations'
import { privateKeysSetting } from '@talad/shared/chain/keys'
import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'

const HTTPS = /^https:\/\//

export const shippingPaymentConfig = commonConfig
  .extend({
    RPC_URL: z.url().describe('JSON-RPC of the chain'),
    CHAIN_ID: z.coerce.number().int().positive().describe('chain id'),
    CONFIRMATIONS: confirmationsSetting,
    SEAPORT_ADDRESS: z
      .string()
      .regex(/^0x[0-9a-f]{40}$/)
      .describe('Seaport 1.5, lower case'),
    RELAYER_KEYS: privateKeysSetting.describe(
      'comma list of private keys of relayers: each sends deliveries of its own, side by side with the others',
    ),
    DELIVERY_GAS_LIMIT: z.coerce
      .bigint()
      .positive()
      .default(1_000_000n)
      .describe('most gas that a delivery may take; more only where a collection of ours needs it (SP-29)'),
    CHILLPAY_URL: z.url().describe("base of the card provider's API"),
    CHILLPAY_MERCHANT_CODE: z
      .string()
      .optional()
      .describe('merchant code; absent: cards are refused (SP-22)'),
    CHILLPAY_API_KEY: z.string().optional().describe("the provider's API key"),
    CHILLPAY_MD5_SECRET: z.string().optional().describe("the provider's MD5 secret"),
    CHILLPAY_ROUTE: z.coerce.number().int().default(1).describe('payment route number (SP-16)'),
    PAYMENT_PAGE: z
      .enum(paymentPages)
      .optional()
      .describe(
        "page of the shop that buyers are led through, the gateway's PAYMENT_PAGE, where the merchant's contract knows " +
          'only the form of the provider (SP-35); absent: the address that it gave',
      ),
    PAYMENT_PUBLIC_KEY: z.string().optional().describe("the provider's public key, for that page (SP-34)"),
    CHILLPAY_CONTROL_URL: z.url().optional().describe("control of the provider's stand-in, development only"),
    SITE_ORIGINS: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.tuple([z.url()], z.url()))
      .describe('comma list of the origins of active sites, the main one first, https in production (SP-31)'),
  })
  .superRefine(({ NODE_ENV, SITE_ORIGINS, PAYMENT_PAGE, PAYMENT_PUBLIC_KEY }, context) => {
    if (PAYMENT_PAGE !== undefined && PAYMENT_PUBLIC_KEY === undefined)
      context.addIssue({ code: 'custom', path: ['PAYMENT_PUBLIC_KEY'], message: 'PAYMENT_PAGE needs it' })
    // SP-31: a buyer comes back from the card page over https only
    if (NODE_ENV === 'production' && !SITE_ORIGINS.every((origin) => HTTPS.test(origin)))
      context.addIssue({ code: 'custom', path: ['SITE_ORIGINS'], message: 'must be https in production' })
  })
export type ShippingPaymentConfig = z.infer<typeof shippingPaymentConfig>
