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

/** from one sequence: of two accounts that name a wallet, the one with the higher number has it */
const walletNumber = z.int().optional()

/** An identity as one account hands it to another. */
export const movedIdentity = z.object({
  id: z.string(),
  provider,
  scope: z.string().optional(),
  externalId: z.string(),
  walletNumber,
})
export type MovedIdentity = z.infer<typeof movedIdentity>

/** a person, who has proved both accounts, or support (ID-34) */
const movedBy = z.enum(['person', 'support'])
const given = z.object({
  moveId: z.string(),
  to: z.string(),
  identityIds: z.array(z.string()),
  by: movedBy,
  at,
})
const taken = z.object({
  moveId: z.string(),
  from: z.string(),
  identities: z.array(movedIdentity),
  by: movedBy,
  at,
})

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
      walletNumber,
      at,
    }),
  }),
  z.object({
    type: z.literal('IdentityUnlinked'),
    data: z.object({ identityId: z.string(), provider, externalId: z.string(), at }),
  }),
  z.object({
    type: z.literal('JoinWalletChanged'),
    data: z.object({ address: z.string(), walletNumber, at }),
  }),
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
  /** ID-33: the whole account was absorbed by another, that of the customer where there is one */
  z.object({
    type: z.literal('AccountMerged'),
    data: given.extend({
      intoJoinId: z.string().optional(),
      /** from the sequence of wallets: merges of an account are in the order of their numbers; absent: not noted then */
      number: z.int().optional(),
    }),
  }),
  z.object({ type: z.literal('AccountAbsorbed'), data: taken }),
  /** ID-33: one identity moved to another account */
  z.object({ type: z.literal('IdentityMigrated'), data: given }),
  z.object({ type: z.literal('IdentityReceived'), data: taken }),
  /** ID-36: support gave back what a merge had brought */
  z.object({ type: z.literal('AccountSplit'), data: given }),
  z.object({ type: z.literal('AccountRestored'), data: taken }),
  /** ID-33: what had been given to a phone, a LINE user or a wallet that is this account's now, under an id of its own */
  z.object({
    type: z.literal('PlaceholderClaimed'),
    data: z.object({ placeholderId: z.string(), number: z.int(), at }),
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
  walletNumber?: number | undefined
}

export function identityLinked(identityId: string, proved: ProvedIdentity, at: Date): AccountEvent {
  return { type: 'IdentityLinked', data: { identityId, ...proved, at } }
}
