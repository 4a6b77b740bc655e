import type { Traits } from './condition.ts'
import type { Slot } from './slots.ts'

/** A token, wherever it is: one that was minted has both places (CA-28). */
export type Token = {
  standard: 'ERC721' | 'ERC1155' | 'VIRTUAL'
  chain?: { blockchain: string; contractAddress: string; tokenId: bigint } | undefined
  virtual?: { collectionId: string; itemId: string; tokenId: bigint } | undefined
  /** absent: they couldn't be read yet */
  traits?: Traits | undefined
}

/** A token that the account may have. */
export type Candidate = {
  token: Token
  /** units by address of the holder; null: by the account itself, of a virtual token */
  holdings: readonly { wallet: string | null; units: bigint }[]
  /** CA-28, of a virtual holding */
  minting?: 'under_way' | 'done' | undefined
  suspended: boolean
  /** CA-29: of each unit held that was used in the group of linked campaigns, when it was last */
  uses: readonly Date[]
  /** CA-27: its owner or balance was read from the chain itself */
  read: boolean
}

/** `provedOn`: a contract proved it, so it is the account's on this chain alone (CA-27) */
export type Wallet = { address: string; provedOn?: string | undefined }

/** What somebody chose for a slot (CA-23). */
export type Selection =
  | { blockchain: string; contractAddress: string; tokenId: bigint }
  | { vitemId: string; tokenId: bigint }

export type Reward = {
  tag: string
  /** names of the supplies that giving it takes one of: of its item, and of the item's collection */
  takes: readonly string[]
}

/** What a trigger reads of a campaign. */
export type Campaign = {
  ended: boolean
  paused: boolean
  internal: boolean
  public: boolean
  limitGlobal: number | null
  limitPerUser: number | null
  cooldownSeconds: number | null
  tokenReuse: 'never' | 'window' | 'always'
  slots: readonly Slot[]
  rewards: readonly Reward[]
}

/** What candidates are judged by. */
export type Holder = {
  now: Date
  campaign: Pick<Campaign, 'cooldownSeconds' | 'tokenReuse'>
  candidates: readonly Candidate[]
  /** undefined: they couldn't be asked for */
  wallets: readonly Wallet[] | undefined
  /** what the index has read of each chain that is known, and whether that is late, or nobody could say (CA-27) */
  blocks: ReadonlyMap<string, { block: number; isLate: boolean }>
  /** CA-30: the least block that is to be looked at */
  atLeast: ReadonlyMap<string, number>
}

/** All that a verdict rests on; nothing of it changes while it is reached. */
export type Snapshot = Holder & {
  campaign: Campaign
  /** of a person, a member of the project, or a key or another service */
  caller: 'user' | 'member' | 'machine'
  /** CA-37 */
  soft: boolean
  /** when what couldn't be checked is worth another look */
  retryAt: Date
  /** uses of this campaign by all, and of the group of linked campaigns by this account (CA-14), newest first */
  counters: { global: number; account: { count: number; newest: readonly Date[] } }
  /** undefined: none is asked for; `reason`: why the one that was given, or none, isn't good */
  coupon?: { reason?: string | undefined; retryAt?: Date | undefined } | undefined
  /** by tag */
  selections: ReadonlyMap<string, Selection>
  /** by name; `limit` null: without one. Of what isn't here there is none */
  supplies: ReadonlyMap<string, { used: number; limit: number | null }>
}
