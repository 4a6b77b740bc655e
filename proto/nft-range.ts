/** A virtual collection of the campaign platform, or one item of it, that tokens of a contract stand for. */
type Abstract = { kind: string; collectionId: string; itemId?: string | undefined }

/** MO-1: which tokens of a contract something is about. Whoever has to know whether it covers a token asks here. */
export type NftRange = {
  blockchain: string
  /** lower case */
  contract: string
  /** only tokens that stand for this collection, or this item of it */
  abstract?: Abstract | undefined
  /** both ends belong to it; absent: all tokens, those to come among them (MO-8) */
  tokens?: { from: bigint; to: bigint } | undefined
}

export type NftToken = {
  blockchain: string
  contract: string
  tokenId: bigint
  abstract?: Required<Abstract> | undefined
}

/**
 * A range as messages, requests and rows write it: token ids are decimal; '', null or absent: all tokens, or any. What it
 * is about is one value or three.
 */
type Written = {
  blockchain: string
  contractAddress: string
  tokenFrom?: string | null | undefined
  tokenTo?: string | null | undefined
  abstract?: Abstract | undefined
  abstractKind?: string | null | undefined
  abstractCollectionId?: string | null | undefined
  abstractItemId?: string | null | undefined
}

function abstractOf({
  abstractKind: kind,
  abstractCollectionId: collectionId,
  abstractItemId: itemId,
}: Written) {
  return kind && collectionId ? { kind, collectionId, ...(itemId && { itemId }) } : undefined
}

/** Reads a range that was checked before (MO-2): an end that is absent is the other one. */
export function rangeOf(written: Written): NftRange {
  const { blockchain, contractAddress, tokenFrom, tokenTo, abstract = abstractOf(written) } = written
  const [from, to] = [tokenFrom || tokenTo, tokenTo || tokenFrom]
  return {
    blockchain,
    contract: contractAddress.toLowerCase(),
    ...(abstract && { abstract }),
    ...(from && to && { tokens: { from: BigInt(from), to: BigInt(to) } }),
  }
}

/** The one text of a range: two ranges are the same when their texts are. */
export function textOf({ blockchain, contract, abstract, tokens }: NftRange): string {
  const parts = [blockchain, contract]
  if (abstract) {
    const { kind, collectionId, itemId } = abstract
    parts.push([kind, collectionId, ...(itemId === undefined ? [] : [itemId])].join('/'))
  }
  if (tokens) parts.push(tokens.from === tokens.to ? `${tokens.from}` : `${tokens.from}-${tokens.to}`)
  return parts.join(':')
}

const ofOneContract = (a: Pick<NftRange, 'blockchain' | 'contract'>, b: typeof a) =>
  a.blockchain === b.blockchain && a.contract === b.contract

/** MO-1: compared as integers of 256 bits, never as text; both ends belong to it. */
export function covers(range: NftRange, token: NftToken): boolean {
  if (!ofOneContract(range, token)) return false
  const { abstract, tokens } = range
  if (tokens && (token.tokenId < tokens.from || token.tokenId > tokens.to)) return false
  if (!abstract) return true
  const { kind, collectionId, itemId } = abstract
  const stands = token.abstract?.kind === kind && token.abstract.collectionId === collectionId
  return stands && (itemId === undefined || token.abstract?.itemId === itemId)
}

/** Whether there could be a token that both cover. */
export function overlaps(a: NftRange, b: NftRange): boolean {
  if (!ofOneContract(a, b)) return false
  if (a.tokens && b.tokens && (a.tokens.from > b.tokens.to || b.tokens.from > a.tokens.to)) return false
  if (!a.abstract || !b.abstract) return true
  if (a.abstract.kind !== b.abstract.kind || a.abstract.collectionId !== b.abstract.collectionId) return false
  const items = [a.abstract.itemId, b.abstract.itemId]
  return items.includes(undefined) || items[0] === items[1]
}

/** MO-3: of all that is about a token, the most specific; of equals the first. */
export function mostSpecific<T extends { range: NftRange }>(
  all: readonly T[],
  token: NftToken,
): T | undefined {
  return all.filter(({ range }) => covers(range, token)).sort((a, b) => bySpecificity(a.range, b.range))[0]
}

/** As many as there are token ids: a range that names the first and the last is as wide as one that names none. */
const ALL_TOKENS = 1n << 256n

const widthOf = ({ tokens }: NftRange) => (tokens ? tokens.to - tokens.from + 1n : ALL_TOKENS)

/** 2: about an item, 1: about a virtual collection, 0: about the contract. */
const depthOf = ({ abstract }: NftRange) => (abstract ? (abstract.itemId === undefined ? 1 : 2) : 0)

/** MO-3, for `sort`: the narrowest first, then abstract over contract; of equals the newest counts, which the caller knows. */
export function bySpecificity(a: NftRange, b: NftRange): number {
  const [one, other] = [widthOf(a), widthOf(b)]
  if (one !== other) return one < other ? -1 : 1
  return depthOf(b) - depthOf(a)
}
