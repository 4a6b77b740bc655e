import { z } from 'zod'
import { address, customerId, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { refreshBody, signedInAnswer } from './session.ts'

const service = 'identity'
const identity = (path: string) => `${base.identity}${path}`

/** ID-26 */
export const identityProvider = z.string().regex(/^(join|line|web3|dev|oauth:[a-z0-9_-]+)$/)

/** The person as the provider describes them. Masked in lists, plain in the caller's own profile (ID-42). */
export const identityProfile = z.object({
  id: z.string().describe('id of the profile'),
  userId: z.string().nullable().describe('id of the person at the provider'),
  displayName: z.string().nullable().describe('name that is shown'),
  email: z.string().nullable().describe('email address'),
  phoneNumber: z.string().nullable().describe('phone number'),
  nameEN: z.string().nullable().describe('name in English'),
  nameTH: z.string().nullable().describe('name in Thai'),
  profilePicture: z.string().nullable().describe('address of a picture'),
  walletAddress: address.nullable().describe('wallet, lower case'),
})

/** A§3, Profile. */
export const profile = z.object({
  account_id: objectId.describe('id of the account'),
  customer_id: customerId.nullable().describe('null without a join identity (ID-3)'),
  kyc_level: z.int().min(0).max(3).describe('0 none, 1 BRONZE, 2 SILVER, 3 GOLD'),
  identity_provider: identityProvider.describe('who vouches for the person'),
  identity_provider_profile: identityProfile.describe('the person as the provider describes them'),
  idps: z.array(identityProvider).describe('provider names of all linked identities'),
  wallets: z
    .array(
      z.object({
        address: address.describe('wallet, lower case'),
        provider: z.enum(['join', 'web3']).describe('who vouches for it'),
      }),
    )
    .describe('lower case; every wallet of the account with the provider that vouches for it'),
  ens: z
    .string()
    .nullable()
    .describe('name of the main wallet in the name service (ID-40); null: none, or it is away'),
  profilePictureUrl: z
    .string()
    .nullable()
    .describe('path of the picture of an asset of theirs that stands for them (ID-39); null: none'),
})
export type Profile = z.infer<typeof profile>

/**
 * ID-18: reads level, names and wallet from Join again and answers a token pair with the new level. Who has the refresh
 * token in a cookie gets the access token alone (ID-10); of the others, who brings the refresh token keeps it, and who
 * brings none (A§7) gets a new one, as by a full refresh.
 */
export const customerProfile = endpoint({
  name: 'customerProfile',
  service,
  method: 'POST',
  path: identity('/join/customer-profile'),
  auth: { kind: 'customer' },
  slow: true,
  summary: 'Read the KYC level again, at most once a minute',
  body: refreshBody,
  status: 200,
  response: signedInAnswer,
  errors: ['profile_read_too_soon', 'session_expired', 'unavailable'],
  limit: 'write',
})

/** The caller's own profile, unmasked. */
export const myProfile = endpoint({
  name: 'myProfile',
  service,
  method: 'GET',
  path: identity('/account/my/profile'),
  auth: { kind: 'user' },
  summary: "The caller's profile",
  status: 200,
  response: profile,
})

/** Who the caller is. */
export const profileHttp = { customerProfile, myProfile }
