import { failingLeaf, holds } from './condition.ts'
import type { Entry, Slot } from './slots.ts'
import type { Candidate, Holder, Selection, Token } from './snapshot.ts'

/** Why a token is not what an entry asks for: the first thing that is otherwise. */
export type Failure = { path: string; wanted: unknown; found: unknown }

type Fit = { fits: true } | { fits: false; failure: Failure } | { fits: undefined }

const isOrAny = <T>(wanted: T | undefined, found: T | undefined) => wanted === undefined || wanted === found

/** Whether a token is one of those that an entry is about, whatever else it wants of it (CA-24). */
function isOfKind(entry: Entry, { standard, chain, virtual }: Token): boolean {
  if (entry.type === 'vnft') {
    if (!virtual || !isOrAny(entry.vcollectionId, virtual.collectionId)) return false
    if (!isOrAny(entry.vitemId, virtual.itemId)) return false
  } else if (!chain) return false
  return (
    isOrAny(entry.nftType, standard) &&
    isOrAny(entry.blockchain, chain?.blockchain) &&
    isOrAny(entry.contractAddress, chain?.contractAddress)
  )
}

/** Of a virtual collection it is the number of its item, which minting doesn't change. */
const numberFor = ({ type }: Entry, { chain, virtual }: Token) =>
  (type === 'vnft' ? virtual : chain)?.tokenId ?? 0n

function fitOf(entry: Entry, token: Token): Fit {
  const number = numberFor(entry, token)
  const not = (field: string, wanted: unknown): Fit => ({
    fits: false,
    failure: { path: `${entry.path}.${field}`, wanted, found: String(number) },
  })
  if (!isOrAny(entry.tokenId, number)) return not('tokenId', String(entry.tokenId))
  const { ranges, condition } = entry
  if (ranges.length > 0 && !ranges.some(({ from, to }) => from <= number && number <= to))
    return not('tokenRanges', entry.tokenRanges)
  if (!condition) return { fits: true }
  if (!token.traits) return { fits: undefined } // CA-27: what couldn't be read is not "no"
  if (holds(condition, token.traits)) return { fits: true }
  const { path, trait, wanted } = failingLeaf(condition, token.traits)
  return { fits: false, failure: { path, wanted, found: token.traits.get(trait) ?? [] } }
}

/**
 * Whether a token fits a slot, by any of its entries.
 * @returns undefined where the slot is about other tokens; of entries that it fails, the first is told
 */
function slotFit({ entries }: Slot, token: Token): Fit | undefined {
  const fits = entries.filter((entry) => isOfKind(entry, token)).map((entry) => fitOf(entry, token))
  return fits.find((fit) => fit.fits) ?? fits.find((fit) => fit.fits === undefined) ?? fits[0]
}

/** CA-32: the slots that a token fits for sure. */
export const slotsFitting = (slots: readonly Slot[], token: Token) =>
  slots.filter((slot) => slotFit(slot, token)?.fits === true)

/** CA-28, CA-29, CA-27: what keeps a token of an account from being used, whatever it is used for. */
type Usability =
  | { state: 'usable' | 'unchecked'; free: bigint }
  | { state: 'not_owned' | 'suspended' | 'minting' }
  | { state: 'used'; retryAt?: Date | undefined }

/** CA-27: whether what the index says of a chain is of now. */
export function isCurrent({ blocks, atLeast }: Holder, blockchain: string): boolean {
  const seen = blocks.get(blockchain)
  return seen !== undefined && !seen.isLate && seen.block >= (atLeast.get(blockchain) ?? 0)
}

/** CA-27: a wallet that a contract proved counts on that contract's chain alone. */
export const countsOn = ({ wallets }: Holder, blockchain: string | undefined) =>
  (wallets ?? []).filter(({ provedOn }) => blockchain === undefined || isOrAny(provedOn, blockchain))

/** Units that count: of chains those of wallets that do, of a virtual token its row until it is minted. */
function unitsOf({ token: { chain }, holdings, minting }: Candidate, holder: Holder): bigint {
  const addresses = chain && new Set(countsOn(holder, chain.blockchain).map(({ address }) => address))
  const counts = (wallet: string | null) =>
    addresses ? wallet !== null && (!holder.wallets || addresses.has(wallet)) : minting !== 'done'
  return holdings.filter(({ wallet }) => counts(wallet)).reduce((sum, { units }) => sum + units, 0n)
}

/** CA-29: the moments at which used units are free again, where they ever are. */
function blockedUntil({ uses }: Candidate, { now, campaign: { tokenReuse, cooldownSeconds } }: Holder) {
  if (tokenReuse === 'always') return []
  const isWindow = tokenReuse === 'window' && cooldownSeconds !== null
  const free = uses.map((use) => (isWindow ? use.getTime() + cooldownSeconds * 1_000 : Infinity))
  return free.filter((at) => at > now.getTime()).sort((a, b) => a - b)
}

function usabilityOf(candidate: Candidate, holder: Holder): Usability {
  const { minting, suspended, read, token } = candidate
  if (minting === 'under_way') return { state: 'minting' }
  const units = unitsOf(candidate, holder)
  if (units === 0n) return { state: 'not_owned' }
  if (suspended) return { state: 'suspended' }
  const blocked = blockedUntil(candidate, holder)
  const free = units - BigInt(blocked.length)
  if (free <= 0n) {
    const at = blocked[blocked.length - Number(units)] ?? Infinity
    return { state: 'used', retryAt: at === Infinity ? undefined : new Date(at) }
  }
  const isSure = !token.chain || (holder.wallets && (read || isCurrent(holder, token.chain.blockchain)))
  return { state: isSure ? 'usable' : 'unchecked', free }
}

/** A token that a slot is about, looked at; `place` among all that the account has, lowest number first. */
export type Look = { place: number; candidate: Candidate; fit: Fit; usability: Usability }

/** Whether a look is at what somebody chose. */
function isSelected({ virtual, chain }: Token, selection: Selection): boolean {
  if ('vitemId' in selection)
    return virtual?.itemId === selection.vitemId && virtual.tokenId === selection.tokenId
  return (
    chain?.blockchain === selection.blockchain &&
    chain.contractAddress === selection.contractAddress &&
    chain.tokenId === selection.tokenId
  )
}

const keyOf = ({ chain, virtual }: Token) =>
  chain ? `${chain.blockchain}/${chain.contractAddress}` : `/${virtual?.itemId}`

/** CA-23: the lowest number first; of equals the order is that of their places. */
function byNumber({ token: a }: Candidate, { token: b }: Candidate): number {
  const [one, other] = [a, b].map(({ chain, virtual }) => (chain ?? virtual)?.tokenId ?? 0n)
  if (one !== other) return (one ?? 0n) < (other ?? 0n) ? -1 : 1
  const [key, otherKey] = [keyOf(a), keyOf(b)]
  return key === otherKey ? 0 : key < otherKey ? -1 : 1
}

/**
 * CA-31: what an account has of the tokens that slots are about, lowest number first.
 * @returns looks at one slot; with a selection, at what was chosen alone
 */
export function looker(holder: Holder): (slot: Slot, selection?: Selection) => Look[] {
  const known = holder.candidates
    .toSorted(byNumber)
    .map((candidate, place) => ({ place, candidate, usability: usabilityOf(candidate, holder) }))
  return (slot, selection) =>
    known.flatMap((one) => {
      if (selection && !isSelected(one.candidate.token, selection)) return []
      const fit = slotFit(slot, one.candidate.token)
      return fit ? [{ ...one, fit }] : []
    })
}

/** Whether what was chosen may be a token that an entry is about. */
function couldBe(entry: Entry, selection: Selection): boolean {
  if ('vitemId' in selection) return entry.type === 'vnft' && isOrAny(entry.vitemId, selection.vitemId)
  const { blockchain, contractAddress } = selection
  return isOrAny(entry.blockchain, blockchain) && isOrAny(entry.contractAddress, contractAddress)
}

/** Whether there may be a token on a chain that isn't seen, of one of the account's wallets. */
function couldBeUnseen({ nftType, blockchain }: Entry, holder: Holder, selection?: Selection): boolean {
  if (nftType === 'VIRTUAL') return false
  if (!holder.wallets) return true
  const on = selection && 'blockchain' in selection ? selection.blockchain : blockchain
  const chains = on === undefined ? [...holder.blocks.keys()] : [on]
  return chains.some((chain) => countsOn(holder, chain).length > 0 && !isCurrent(holder, chain))
}

/** CA-27: whether a slot may be filled by a token that isn't seen. */
export function isOpen(
  { entries }: Slot,
  looks: readonly Look[],
  holder: Holder,
  selection?: Selection,
): boolean {
  if (selection && looks.some(({ candidate }) => candidate.read)) return false
  return entries
    .filter((entry) => !selection || couldBe(entry, selection))
    .some((entry) => couldBeUnseen(entry, holder, selection))
}

/** What has to be connected first: undefined where the account could have such a token as it is. */
export function chainsToConnect({ entries }: Slot, holder: Holder): string[] | undefined {
  const lacks = ({ nftType, blockchain }: Entry) =>
    nftType !== undefined && nftType !== 'VIRTUAL' && countsOn(holder, blockchain).length === 0
  return entries.every(lacks)
    ? [...new Set(entries.flatMap(({ blockchain }) => blockchain ?? []))]
    : undefined
}
