/** What the sandbox is started with. */
import { z } from 'zod'

export const kycLevels = ['BRONZE', 'SILVER', 'GOLD'] as const

export const joinUserSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  nameTH: z.string().min(1),
  nameEN: z.string().min(1),
  phone: z.string().regex(/^[+0][0-9]{8,15}$/),
  email: z.email(),
  level: z.enum(kycLevels),
  privateKey: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
})

/** A person of the Join stand-in; the wallet is the private key's address. */
export type JoinUser = z.infer<typeof joinUserSchema>

export type KycLevel = JoinUser['level']

export type Merchant = {
  merchantCode: string
  apiKey: string
  md5Secret: string
  name: string
  callbackUrl: string | undefined
  resultUrl: string | undefined
  resultMethod: 'GET' | 'POST'
}

/** Some of a merchant's fields; an undefined one changes nothing. */
export type MerchantFields = { [Field in keyof Merchant]?: Merchant[Field] | undefined }

export type PayoutOptions = {
  secretKey?: string | undefined
  /** What lies there at the first start, satang. */
  balance?: number | undefined
  /** How long a recipient is looked into, and a transfer is under way. */
  vetMs?: number | undefined
  payMs?: number | undefined
}

/** A channel of LINE; user ids are one person's in all channels of one provider. */
export type LineChannel = {
  channelId: string
  channelSecret: string
  providerId: string
  /** by which messages are pushed to users of the provider */
  messagingToken?: string | undefined
}

/** The one client of the membership, and where its browsers may be sent back to. */
export type MembershipOptions = { clientId: string; clientSecret: string; redirectUris: readonly string[] }

export type IpfsContent = { body: string | Uint8Array; contentType: string }

export type SandboxOptions = {
  /** 0 takes any free port. */
  port: number
  host: string
  /** Folder of `sandbox.jsonl`; without it nothing survives a restart. */
  dataDir?: string | undefined
  /** JSON-RPC address for the transactions of Join wallets and for readable token names. */
  rpcUrl?: string | undefined
  /** Base of the links handed out; by default the listening address. */
  publicUrl?: string | undefined
  /** The one merchant of the card provider; each field has a default or is absent. */
  merchant?: MerchantFields | undefined
  join?: { apiKey?: string | undefined; sessionTtlMs?: number | undefined } | undefined
  joinUsers: readonly JoinUser[]
  lineChannels?: readonly LineChannel[] | undefined
  membership?: MembershipOptions | undefined
  payout?: PayoutOptions | undefined
  pinning?: { token?: string | undefined } | undefined
  /** Content of the IPFS gateway by `<cid>/<rest>`. */
  ipfs?: ((path: string) => IpfsContent | undefined) | undefined
  now?: (() => Date) | undefined
  /** Waits between the attempts of a callback, in milliseconds. */
  callbackRetryMs?: readonly number[] | undefined
  log?: ((line: string) => void) | undefined
}

export const defaultMerchant = {
  merchantCode: 'M000001',
  apiKey: 'sandbox-api-key',
  md5Secret: 'sandbox-md5-secret',
  name: 'Talad ตลาด',
  resultMethod: 'POST',
} as const

export const defaultJoinApiKey = 'sandbox-join-key'

/** How long a Join session lives after its approval. */
export const defaultSessionTtlMs = 30 * 24 * 3_600_000

export const defaultCallbackRetryMs: readonly number[] = [1000, 2000, 4000, 8000, 16_000]

export const defaultPayoutKey = 'sandbox-payout-key'

export const defaultPinningToken = 'sandbox-pinning-token'

export const defaultLineChannels = [
  {
    channelId: '1650000001',
    channelSecret: 'sandbox-line-secret',
    providerId: 'sandbox',
    messagingToken: 'sandbox-line-messaging',
  },
  { channelId: '1650000002', channelSecret: 'sandbox-liff-secret', providerId: 'sandbox' },
] as const

/** 10,000,000 THB */
export const defaultPayoutBalance = 1_000_000_000

/** How long a recipient is looked into, and a transfer is under way, unless told otherwise. */
export const defaultPayoutMs = 1500
