import { z } from 'zod'

/** BW-1, BW-10. */
export const requestStatus = z.enum(['pending', 'provider_processing', 'success', 'rejected'])
export type RequestStatus = z.infer<typeof requestStatus>

/** LG-12: the same life as the ledger shows it. */
export const creditWithdrawalStatus = z.enum([
  'pending',
  'processing',
  'completed',
  'failed',
  'canceled',
  'rejected',
])
export type CreditWithdrawalStatus = z.infer<typeof creditWithdrawalStatus>
