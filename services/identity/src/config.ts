import { address, addressInput } from '@talad/proto/http/common'
import { commonConfig } from '@talad/shared/platform'
import { z } from 'zod'
import { membershipName } from './account/events.ts'
import { isLoopback, parseOrigins } from './redirect.ts'

const lowerAddress = addressInput.transform((text) => text.toLowerCase()).pipe(address)

/** JSON in an environment variable. */
const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})

const lineChannel = z.strictObject({
  channelId: z.string().regex(/^\d{1,20}$/),
  channelSecret: z.string().min(1),
  /** ID-23: user ids are one person's in all channels of one provider */
  providerId: z.string().min(1).max(40),
  liffId: z
    .string()
    .regex(/^\d{1,20}-[A-Za-z0-9]{1,20}$/)
    .optional(),
  /** channel access token of the Messaging API of the same provider: by it people are told of their account */
  messagingToken: z.string().min(1).max(1_000).optional(),
})
export type LineChannel = z.infer<typeof lineChannel>

const membershipProviderConfig = z.strictObject({
  name: membershipName,
  labelTh: z.string().min(1).max(60),
  labelEn: z.string().min(1).max(60),
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  scopes: z.string().default('openid'),
})
export type MembershipConfig = z.infer<typeof membershipProviderConfig>

const seconds = z.coerce.number().int().min(1)

export const identityConfig = commonConfig
  .extend({
    ASSET_INDEXER_URL: z
      .url()
      .describe('where the asset indexer answers: asked who holds what is a profile picture (ID-39)'),
    JOIN_URL: z.url().describe('base of the API of Join, for example https://join.example/api/v1'),
    JOIN_API_KEY: z.string().min(1).describe('our key at Join'),
    JOIN_TIMEOUT_MS: z.coerce.number().int().min(100).default(5_000).describe('longest wait for Join'),
    SIGN_IN_HOSTS: z
      .string()
      .transform((text, context) => {
        const origins = parseOrigins(text)
        if (origins) return origins
        context.addIssue({ code: 'custom', message: 'must be a comma list of https origins' })
        return z.NEVER
      })
      .describe('comma list of origins that a sign-in may return to, the main site first (ID-15)'),
    LINE_CHANNELS: json
      .pipe(z.array(lineChannel))
      .default([])
      .describe(
        'channels of LINE by which people may sign in, the one of the site first (ID-22, ID-23): [{"channelId":"","channelSecret":"","providerId":"","liffId":"","messagingToken":""}]; people are told by LINE only where there is a messagingToken',
      ),
    LINE_AUTHORIZE_URL: z
      .url()
      .default('https://access.line.me/oauth2/v2.1/authorize')
      .describe('page of LINE that asks the person'),
    LINE_API_URL: z.url().default('https://api.line.me').describe('where LINE answers services'),
    MEMBERSHIP_PROVIDERS: json
      .pipe(z.array(membershipProviderConfig))
      .default([])
      .describe(
        'OpenID providers of memberships (ID-25): [{"name":"","labelTh":"","labelEn":"","issuer":"","clientId":"","clientSecret":"","scopes":"openid"}]',
      ),
    PROVIDER_TIMEOUT_MS: z.coerce
      .number()
      .int()
      .min(100)
      .default(5_000)
      .describe('longest wait for LINE or a membership provider'),
    PERSONAL_DATA_KEY: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex')
      .describe('key that personal data, signing keys and kept tokens are sealed with (ID-42)'),
    CHAIN_ID: z.coerce.number().int().positive().default(3501).describe('chain that wallets sign for'),
    CHAIN_SLUG: z.string().min(1).max(30).default('kub').describe('name of that chain in calls and events'),
    RPC_URL: z.url().describe('JSON-RPC of that chain, for signatures of contract wallets (EIP-1271)'),
    NAMES_REGISTRY: lowerAddress
      .optional()
      .describe(
        'registry of names on that chain, with the interface of ENS (ID-40); absent: there are no names',
      ),
    SEAPORT_ADDRESS: lowerAddress.describe('Seaport 1.5 on that chain'),
    SIGNING_CONTRACTS: json
      .pipe(
        z.strictObject({
          tokens: z.array(lowerAddress),
          collections: z.array(lowerAddress),
          conduits: z.array(lowerAddress).default([]),
          zones: z.array(lowerAddress).default([]),
        }),
      )
      .describe(
        'what Join wallets may be asked to approve, and the zones of orders that they may sign (ID-21): {"tokens":[],"collections":[],"conduits":[],"zones":[]}',
      ),
    PASSKEY_RP_ID: z
      .string()
      .regex(/^[a-z0-9.-]{1,255}$/)
      .optional()
      .describe(
        'host of which all passkeys are on its sites and those below it; a site elsewhere has its own',
      ),
    ACCESS_TOKEN_SECONDS: seconds.default(15 * 60).describe('life of an access token (ID-1)'),
    REFRESH_TOKEN_SECONDS: seconds.default(30 * 24 * 3600).describe('life of a refresh token (ID-1)'),
    SIGNING_KEY_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .default(90)
      .describe('age at which the signing key is replaced'),
  })
  .superRefine((config, context) => {
    const plain = config.MEMBERSHIP_PROVIDERS.some(({ issuer }) => !issuer.startsWith('https:'))
    if (config.NODE_ENV === 'production' && plain)
      context.addIssue({
        code: 'custom',
        path: ['MEMBERSHIP_PROVIDERS'],
        message: 'http is for development only',
      })
    if (config.NODE_ENV !== 'production' || config.SIGN_IN_HOSTS.every((origin) => !isLoopback(origin)))
      return
    context.addIssue({ code: 'custom', path: ['SIGN_IN_HOSTS'], message: 'loopback is for development only' })
  })
export type IdentityConfig = z.infer<typeof identityConfig>
