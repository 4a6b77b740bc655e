import { z } from 'zod'

/** ID-26: who vouches for an identity; a membership provider has the name that it is configured under. */
export const membershipName = z.string().regex(/^[a-z0-9_-]{1,30}$/)
export const membershipProvider = z.templateLiteral(['oauth:', membershipName])
export const provider = z.union([z.enum(['join', 'line', 'web3', 'dev']), membershipProvider])
export type Provider = z.infer<typeof provider>

const at = z.coerce.date()
export const wallet = z.object({
  address: z.string(),
  provider: z.enum(['join', 'web3']),
  /** ID-27: id of the chain on whose contract's word alone it counts; empty: its key signed; absent: not noted then */
  provedOn: z.string().optional(),
})
export type Wallet = z.infer<typeof wallet>

/** A picture of ours that stands for a person, of an asset in a wallet of theirs (ID-39). */
export const picture = z.object({
  /** path of the media file */
  url: z.string(),
  /** the wallet that holds the asset, lower case */
  holder: z.string(),
  asset: z.object({ id: z.string(), blockchain: z.string(), contract: z.string(), token: z.string() }),
})
export type Picture = z.infer<typeof picture>

/** Events stay for ever: they carry ids, levels and wallet addresses, never names, phones or emails (ID-42). */
export const accountEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('AccountCreated'), data: z.object({ accountId: z.string(), at }) }),
  z.object({
    type: z.literal('IdentityLinked'),
    data: z.object({
      identityId: z.string(),
      provider,
      /** ID-27: what the id is unique within; of a wallet as `provedOn`. Absent: not noted then, or one space of ids */
      scope: z.string().optional(),
      /** id at the provider; its keyed hash where that id is personal (LINE, membership) */
      externalId: z.string(),
      /** ID-23: as which client we asked the provider; absent: it knows none, or not noted then */
      clientId: z.string().optional(),
      /** of the browser that proved it, at most 200 characters; absent: it sent none, or not noted then */
      userAgent: z.string().max(200).optional(),
      /** the jid that the identity gives (ID-2) */
      joinId: z.string().optional(),
      at,
    }),
  }),
  z.object({
    type: z.literal('IdentityUnlinked'),
    data: z.object({ identityId: z.string(), provider, externalId: z.string(), at }),
  }),
  z.object({ type: z.literal('JoinWalletChanged'), data: z.object({ address: z.string(), at }) }),
  z.object({ type: z.literal('KycLevelChanged'), data: z.object({ level: z.int(), at }) }),
  /** stored until the public state got a place of its own beside each event */
  z.object({
    type: z.literal('PublicStateChanged'),
    data: z.object({
      accountId: z.string(),
      joinId: z.string().optional(),
      kycLevel: z.int(),
      wallets: z.array(wallet),
      at,
    }),
  }),
  z.object({ type: z.literal('ProfilePictureSet'), data: picture.extend({ at }) }),
  z.object({
    type: z.literal('ProfilePictureUnset'),
    data: z.object({
      assetId: z.string(),
      /** the person wanted it; the wallet has the asset no more, or is no more theirs; it is suspended */
      because: z.enum(['person', 'left', 'unlinked', 'suspended']),
      at,
    }),
  }),
  /** ID-42: what was known of the person beside the events is gone */
  z.object({ type: z.literal('PersonErased'), data: z.object({ at }) }),
  z.object({ type: z.literal('SignedIn'), data: z.object({ sessionId: z.string(), provider, at }) }),
])
export type AccountEvent = z.infer<typeof accountEvent>

/** An identity as its proof gives it; the fields are those of `IdentityLinked`. */
export type ProvedIdentity = {
  provider: Provider
  scope: string
  externalId: string
  clientId?: string | undefined
  userAgent?: string | undefined
  joinId?: string | undefined
}

export function identityLinked(identityId: string, proved: ProvedIdentity, at: Date): AccountEvent {
  return { type: 'IdentityLinked', data: { identityId, ...proved, at } }
}
