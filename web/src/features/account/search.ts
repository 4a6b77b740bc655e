import { z } from 'zod'

/** What a person may want to see of a statement; each balance has its own. */
const kinds = ['all', 'topup', 'purchase', 'sale', 'refund', 'withdrawal', 'held'] as const
export type Kind = (typeof kinds)[number]

export const periods = ['all', 'month', 'lastMonth', 'days90', 'year', 'own'] as const
export type Period = (typeof periods)[number]

const day = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))
  .optional()
  .catch(undefined)

/** What the address of the account says: which balance and trades are shown, and what of the statement. */
export const accountSearch = z.object({
  tab: z.enum(['buy', 'sell']).optional().catch(undefined),
  unit: z.literal('earned').optional().catch(undefined),
  kind: z.enum(kinds).optional().catch(undefined),
  period: z.enum(periods).optional().catch(undefined),
  from: day,
  to: day,
})
export type AccountSearch = z.infer<typeof accountSearch>
