import { type TraitValue, traitsOf } from '../condition.ts'
import { decide } from '../decide.ts'
import type { Requirement } from '../definition.ts'
import { slotsOf } from '../slots.ts'
import type { Campaign, Candidate, Snapshot, Token } from '../snapshot.ts'

// Campaigns and accounts as small as a test can say them.

export const NOW = new Date('2026-12-01T00:00:00Z')
export const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)
export const RETRY = ago(-10)
export const CONTRACT = `0x${'1'.repeat(40)}`

/** A slot for a token of the contract on `join`. */
export const wants = (tag: string, more: Partial<Requirement> = {}): Requirement => ({
  slotId: `id-${tag}`,
  tag,
  type: 'nft',
  blockchain: 'join',
  contractAddress: CONTRACT,
  nftType: 'ERC721',
  ...more,
})
/** A slot for a virtual token, minted or not. */
export const wantsVirtual = (tag: string, more: Partial<Requirement> = {}): Requirement => ({
  slotId: `id-${tag}`,
  tag,
  type: 'vnft',
  vitemId: 'stamp',
  ...more,
})

const traitMap = (traits: Record<string, TraitValue> | undefined): Pick<Token, 'traits'> =>
  traits ? { traits: traitsOf(Object.entries(traits)) } : {}

type More = Partial<Omit<Candidate, 'token'>> & {
  blockchain?: string
  contractAddress?: string
  standard?: Token['standard']
  virtual?: Token['virtual']
  traits?: Record<string, TraitValue> | undefined
}
/** A token on a chain, in the wallet `0xa`. */
export function held(id: number, more: More = {}): Candidate {
  const { blockchain = 'join', contractAddress = CONTRACT, standard = 'ERC721', virtual, ...rest } = more
  const { traits = {}, ...given } = { traits: {}, ...rest }
  const token = {
    standard,
    chain: { blockchain, contractAddress, tokenId: BigInt(id) },
    ...(virtual && { virtual }),
    ...('traits' in more && more.traits === undefined ? {} : traitMap(traits)),
  }
  return {
    token,
    holdings: [{ wallet: '0xa', units: 1n }],
    suspended: false,
    uses: [],
    read: false,
    ...given,
  }
}
/** A virtual token of the account itself. */
export function virtual(id: number, more: Partial<Omit<Candidate, 'token'>> = {}): Candidate {
  const place = { collectionId: 'book', itemId: 'stamp', tokenId: BigInt(id) }
  const token: Token = { standard: 'VIRTUAL', virtual: place, ...traitMap({}) }
  return { token, holdings: [{ wallet: null, units: 1n }], suspended: false, uses: [], read: false, ...more }
}

/** Nothing is against anything, and the index is current. */
export function snapshot(
  requirements: readonly Requirement[],
  candidates: readonly Candidate[],
  { campaign, ...more }: Partial<Omit<Snapshot, 'campaign'>> & { campaign?: Partial<Campaign> } = {},
): Snapshot {
  return {
    now: NOW,
    retryAt: RETRY,
    campaign: {
      ended: false,
      paused: false,
      internal: false,
      public: true,
      limitGlobal: null,
      limitPerUser: null,
      cooldownSeconds: null,
      tokenReuse: 'never',
      slots: slotsOf(requirements),
      rewards: [],
      ...campaign,
    },
    candidates,
    wallets: [{ address: '0xa' }],
    blocks: new Map([
      ['join', { block: 100, isLate: false }],
      ['polygon', { block: 7, isLate: false }],
    ]),
    atLeast: new Map(),
    caller: 'user',
    soft: false,
    counters: { global: 0, account: { count: 0, newest: [] } },
    selections: new Map(),
    supplies: new Map(),
    ...more,
  }
}

const numberOf = ({ chain, virtual: of }: Token) => Number((chain ?? of)?.tokenId)

/** What is decided, in as few words as there can be: tags with the token's number, or with the state. */
export function told(...given: Parameters<typeof snapshot>) {
  const { outcome, reasons, slots } = decide(snapshot(...given))
  const shown = slots.map((slot) => {
    const required = slot.isRequired ? '' : '?'
    if (slot.state === 'met') return `${slot.tag}${required}: ${numberOf(slot.token)}`
    if (slot.state === 'have') return `${slot.tag}${required}: ${slot.have} of ${slot.need}`
    return `${slot.tag}${required}: ${slot.state}`
  })
  const codes = reasons.map(({ code, tag }) => (tag === undefined ? code : `${code} ${tag}`))
  return { outcome, slots: shown.join(', '), reasons: codes.join(', ') }
}
