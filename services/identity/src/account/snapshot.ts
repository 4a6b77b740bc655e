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
    }),
  ),
  unlinked: z.array(z.string()),
  joinId: z.string().optional(),
  joinWallet: z.string().optional(),
  kycLevel: z.int(),
  picture: picture.optional(),
})
