import { z } from 'zod'

/** SP-35: production, the provider's own sandbox, our stand-in of it. */
export const paymentPages = ['index', 'index_sbx', 'dev'] as const
export type PaymentPage = (typeof paymentPages)[number]

export const paymentPath = (page: PaymentPage): string => `/payment/${page}.html`

/** A§2: what the page is given in its address; nothing of it is believed by anybody but the payer. */
export const paymentQuery = z.object({
  amount: z.string().regex(/^[1-9][0-9]{0,11}$/),
  orderno: z.string().regex(/^[0-9A-Z]{1,20}$/),
  customerid: z.string().min(1).max(100),
  clientip: z.string().max(45).default(''),
  description: z.string().max(100).default(''),
  redirect: z.string().max(2_000).optional(),
  merchantid: z.string().max(50),
  apikey: z.string().max(200),
  routeno: z
    .string()
    .regex(/^[0-9]{1,3}$/)
    .default('1'),
})
export type PaymentQuery = z.output<typeof paymentQuery>
