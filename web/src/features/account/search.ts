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

/** Which balance is shown, and what of its statement. */
export const statementSearch = z.object({
  unit: z.literal('earned').optional().catch(undefined),
  kind: z.enum(kinds).optional().catch(undefined),
  period: z.enum(periods).optional().catch(undefined),
  from: day,
  to: day,
})

/** The parts of an account, the first one by default. */
export const accountTabs = [
  'items',
  'listings',
  'offers',
  'purchases',
  'sales',
  'money',
  'wallets',
  'reports',
] as const
/** The parts of its money, the first one by default. */
export const moneyViews = ['statement', 'cards', 'withdrawals', 'banks'] as const

/** What the address of the account says: which part is shown, and what of it. */
export const accountSearch = statementSearch.extend({
  tab: z.enum(accountTabs).optional().catch(undefined),
  view: z.enum(moneyViews).optional().catch(undefined),
  /** offers that the person made; those that they were made by default */
  side: z.literal('made').optional().catch(undefined),
  /** orders that are over; open ones by default */
  ended: z.literal('1').optional().catch(undefined),
})
export type AccountSearch = z.infer<typeof accountSearch>
