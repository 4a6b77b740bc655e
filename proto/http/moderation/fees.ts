import { z } from 'zod'
import { addressInput, blockchain, customerId, isoTime, objectId, words } from '../common.ts'

/** OB-31: no fee is above it. */
export const MOST_FEE_PERCENT = 25
/** OB-31: all fees of one sale together are not above it. */
export const MOST_FEES_PERCENT = 50

/** Percent with two decimals, as basis points are. */
const isWholeBasisPoints = (percent: number) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6

/** OB-31: 0 to 25, two decimals. */
export const feePercent = z
  .number()
  .min(0)
  .max(MOST_FEE_PERCENT)
  .refine(isWholeBasisPoints, 'must have two decimals at most')

/** AW-3: what is written down beside a decision. */
export const decisionNote = words(5_000).min(1).describe('why; kept in the audit log')

/** AW-4 */
export const decidedVersion = z
  .int()
  .min(0)
  .describe('the version that the decision was made on; 0: there was none (AW-4)')

/** A§7 names no version: with one a conflict is told, without one the decision is about what there is now (AW-4). */
export const readVersion = decidedVersion
  .optional()
  .describe('the version that was read (AW-4); absent: decides on whatever there is now')
/** A§7 names no note; the desks always send one. */
export const noteIfAny = words(5_000).default('').describe('why; kept in the audit log')

export const contractPlace = z.strictObject({
  blockchain: blockchain.describe('name of the blockchain'),
  address: addressInput.describe('address of the contract'),
})

/** One fee as admins see it. */
export const adminFee = z.object({
  fee_id: objectId.describe('follows from what the fee is for, so that there is one of it'),
  type: z
    .enum(['service', 'royalty', 'issuer'])
    .describe('of the platform, of a creator, of an issuer (OB-32)'),
  customer_id: customerId
    .nullable()
    .describe('who gets a royalty; null: the platform, or the issuer’s payee'),
  issuer_id: objectId.nullable().describe('of an issuer fee'),
  collection_id: objectId.nullable().describe('of an issuer fee'),
  percent: z.number().describe('of the price, 0 to 25'),
  enabled: z.boolean().describe('whether new orders have it'),
})
export type AdminFee = z.infer<typeof adminFee>

/** All fees of one contract: what is decided about one of them is decided about their sum (OB-31). */
export const feeSheet = z.object({
  blockchain: z.string().nullable().describe('null: the general service fee'),
  contract_address: z.string().nullable().describe('lower case; null: the general service fee'),
  version: z
    .int()
    .describe('grows with each decision; to be sent back with one (AW-4). 0: nothing was decided yet'),
  changed_by: z.string().nullable().describe('who decided last'),
  changed_at: isoTime.nullable().describe('when that was'),
  fees: z.array(adminFee).describe('removed ones apart'),
  service_percent: z.number().describe('of a sale: the contract’s own service fee, else the general one'),
  total_percent: z.number().describe('what a sale pays at most (OB-31)'),
})
export type FeeSheet = z.infer<typeof feeSheet>

const percent = z.number().describe('of the price, in percent')

/** MO-36: what visitors may know. */
export const publicFees = z.object({
  service_fee: percent.describe('what the platform keeps'),
  royalty_fee: percent.describe('what creators get together'),
  issuer_fee: percent.describe('what an issuer gets; where there are several, the highest'),
  total: percent.describe('all together, at most'),
  payees: z
    .array(
      z.object({
        type: z.enum(['service', 'royalty', 'issuer']).describe('which fee'),
        percent,
        label: z
          .object({ th: z.string().describe('in Thai'), en: z.string().describe('in English') })
          .nullable()
          .describe('name of the issuer; null: the platform, or a creator (MO-36: no customer ids)'),
      }),
    )
    .describe('the fees one by one'),
})
export type PublicFees = z.infer<typeof publicFees>
