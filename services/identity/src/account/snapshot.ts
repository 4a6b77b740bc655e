import { z } from 'zod'
import { picture, provider } from './events.ts'
import type { AccountState } from './state.ts'

/** An account's state as it is kept; its shape is counted by `accounts.snapshot`. */
export const accountState: z.ZodType<AccountState> = z.object({
  accountId: z.string().optional(),
  identities: z.array(
    z.object({
      id: z.string(),
      provider,
      scope: z.string().optional(),
      externalId: z.string(),
      joinId: z.string().optional(),
      walletNumber: z.int().optional(),
    }),
  ),
  unlinked: z.array(z.string()),
  joinId: z.string().optional(),
  joinWallet: z.string().optional(),
  joinWalletNumber: z.int().optional(),
  kycLevel: z.int(),
  picture: picture.optional(),
  mergedInto: z.string().optional(),
  absorbed: z
    .array(z.object({ moveId: z.string(), from: z.string(), identityIds: z.array(z.string()) }))
    .optional(),
})
