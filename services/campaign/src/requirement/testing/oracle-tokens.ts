import type { TraitValue } from '../condition.ts'
import type { Requirement } from '../definition.ts'
import { type Case, type GivenCandidate, SECOND } from './generated.ts'

// The oracle's own reading of tokens: what fits an entry, and what keeps one from being used.

type Answer = 'yes' | 'no' | 'unknown'
type Json = Record<string, unknown>

const plain = (text: TraitValue) => String(text).trim().toLowerCase()
const numberIn = (given: TraitValue) => (/^-?\d+(\.\d+)?$/.test(plain(given)) ? Number(given) : Number.NaN)
const isEqual = (wanted: TraitValue, found: TraitValue) =>
  typeof wanted === 'number' ? numberIn(found) === wanted : plain(wanted) === plain(found)
const differs = (wanted: TraitValue, found: TraitValue) =>
  typeof wanted === 'number'
    ? numberIn(found) < wanted || numberIn(found) > wanted
    : plain(wanted) !== plain(found)

function isTrue(node: Json, traits: [string, TraitValue][]): boolean {
  if ('all' in node) return (node.all as Json[]).every((one) => isTrue(one, traits))
  if ('any' in node) return !(node.any as Json[]).every((one) => !isTrue(one, traits))
  if ('not' in node) return !isTrue(node.not as Json, traits)
  const { op, value: wanted } = node as { op: string; value: TraitValue & TraitValue[] }
  const found = traits.filter(([key]) => plain(key) === plain(String(node.trait))).map(([, value]) => value)
  if (op === 'exists') return found.length > 0 === (node.value as unknown)
  const tests: Record<string, (value: TraitValue) => boolean> = {
    eq: (value) => isEqual(wanted, value),
    neq: (value) => differs(wanted, value),
    in: (value) => wanted.some((one) => isEqual(one, value)),
    nin: (value) => !wanted.some((one) => !differs(one, value)),
    gt: (value) => numberIn(value) > numberIn(wanted),
    gte: (value) => numberIn(value) >= numberIn(wanted),
    lt: (value) => numberIn(value) < numberIn(wanted),
    lte: (value) => numberIn(value) <= numberIn(wanted),
    between: (value) => numberIn(value) >= Number(wanted[0]) && numberIn(value) <= Number(wanted[1]),
    contains: (value) => plain(value).includes(plain(wanted)),
  }
  return found.some((value) => tests[op]?.(value) ?? false)
}

/** Whether a token fits an entry; undefined: the entry is about others. */
export function fits(entry: Requirement, { token, traits }: GivenCandidate): Answer | undefined {
  const { chain, virtual, standard } = token
  const place = entry.type === 'nft' ? chain : virtual
  if (!place) return undefined
  const pairs = [
    [entry.blockchain, chain?.blockchain],
    [entry.contractAddress, chain?.contractAddress],
    [entry.nftType, standard],
    [entry.vitemId, virtual?.itemId],
    [entry.vcollectionId, virtual?.collectionId],
  ]
  if (pairs.some(([wanted, found]) => wanted !== undefined && wanted !== found)) return undefined
  const id = place.tokenId
  if (entry.tokenId !== undefined && BigInt(entry.tokenId) !== id) return 'no'
  const { tokenRanges: ranges = [] } = entry
  if (ranges.length > 0 && !ranges.some(([from, to]) => id >= BigInt(from) && id <= BigInt(to))) return 'no'
  if (entry.traitCondition === undefined) return 'yes'
  if (traits === null) return 'unknown'
  return isTrue(entry.traitCondition as Json, traits) ? 'yes' : 'no'
}

type State = { state: string; units: number; spare?: number; at?: number }

const atMost = (most: number, units: bigint) => (units > most ? most : Number(units))

export function stateOf({ given, campaign }: Case, { token, ...one }: GivenCandidate): State {
  const { wallets, blocks, atLeast } = given
  if (one.minting === 'under_way') return { state: 'minting', units: 0 }
  let units = 0n
  for (const { wallet, units: more } of one.holdings) {
    const linked = wallets?.find(({ address }) => address === wallet)
    const isOfChain = linked && (linked.provedOn === undefined || linked.provedOn === token.chain?.blockchain)
    if (token.chain ? !wallets || isOfChain : one.minting === undefined) units += more
  }
  if (units === 0n) return { state: 'not_owned', units: 0 }
  if (one.suspended) return { state: 'suspended', units: 0 }
  const { tokenReuse, cooldownSeconds } = campaign
  const lasts = tokenReuse === 'always' ? -Infinity : tokenReuse === 'window' ? cooldownSeconds : null
  const ends = one.uses.map((use) => use.getTime() + (lasts === null ? Infinity : lasts * SECOND))
  const left = (at: number) => units - BigInt(ends.filter((end) => end > at).length)
  const free = left(given.now.getTime())
  if (free <= 0n) return { state: 'used', units: 0, at: Math.min(...ends.filter((end) => left(end) > 0n)) }
  const seen = blocks.get(token.chain?.blockchain ?? '')
  const isLate = !seen || seen.isLate || seen.block < (atLeast.get(token.chain?.blockchain ?? '') ?? 0)
  const isSure = !token.chain || (wallets !== undefined && (one.read || !isLate))
  return { state: isSure ? 'usable' : 'unchecked', units: atMost(4, free), spare: atMost(16, free) }
}
