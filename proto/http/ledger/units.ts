import { z } from 'zod'

/** LG-2: points bought by top-up (spendable on goods), and baht earned by selling (withdrawable). */
export const unit = z.enum(['pt_thb', 'ft_thb'])

/** LG-1: whose account it is: customers', or one of the platform's. */
export const accountKind = z.enum([
  ...(['customer', 'provider_clearing', 'escrow', 'conversion', 'service_fee'] as const),
  ...(['vat', 'withdrawal_clearing', 'holding'] as const),
])
