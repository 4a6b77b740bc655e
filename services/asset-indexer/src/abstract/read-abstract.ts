import type { AbstractPart } from '@talad/proto/http/asset-indexer/abstract-rule'
import { Rejection } from '@talad/shared/rejection'

/** What a token of a shared contract stands for. `tag`: splits collections that share the contract. */
export type StandsFor = {
  /** a minting record counts before what an admin says of a contract (AI-7) */
  source: 'rule' | 'minting'
  kind: string
  collectionId: string
  itemId: string
  tokenId: string
  tag: string | null
}

type Part = AbstractPart & { from: bigint; to: bigint; size: bigint }

const readPart = (part: AbstractPart): Part => ({
  ...part,
  from: BigInt(part.token_from),
  to: BigInt(part.token_to),
  size: BigInt(part.item_size),
})

/** A token belongs to one part at most, so that what it stands for is one thing. @throws Rejection VALIDATION */
function check(parts: readonly Part[]): void {
  for (const [index, { from, to, size }] of parts.entries()) {
    const field = (name: string) => `parts.${index}.${name}`
    if (from > to) throw new Rejection('VALIDATION', { field: field('token_to') }) // MO-2
    if (size === 0n) throw new Rejection('VALIDATION', { field: field('item_size') })
    const isShared = parts.slice(0, index).some((other) => from <= other.to && other.from <= to)
    if (isShared) throw new Rejection('VALIDATION', { field: field('token_from') })
  }
}

/**
 * AI-7, CA-54: what tokens stand for by the parts of their contract.
 * @returns reads a token; undefined: it stands for nothing
 * @throws Rejection VALIDATION
 */
export function abstractReader(given: readonly AbstractPart[]): (token: bigint) => StandsFor | undefined {
  const parts = given.map(readPart)
  check(parts)
  return (token) => {
    const part = parts.find(({ from, to }) => from <= token && token <= to)
    if (!part) return undefined
    const { kind, collection_id: collectionId, tag, size } = part
    return { source: 'rule', kind, collectionId, tag, itemId: `${token / size}`, tokenId: `${token % size}` }
  }
}
