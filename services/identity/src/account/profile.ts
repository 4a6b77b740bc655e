import type { PersonalData } from './personal-data.ts'

/** What Join says of a customer. `walletAddress` in lower case; undefined when Join keeps no wallet for them. */
export type JoinProfile = {
  id: string
  personal: PersonalData
  kycLevel: number
  walletAddress: string | undefined
}
