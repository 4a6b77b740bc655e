import type { NftRangeShown } from '@talad/proto/http/nft-range'

export type Bar = { range: NftRangeShown; left: number; width: number }
export type Contract = { blockchain: string; contract: string; bars: Bar[] }

/** Parts of a bar's length, so that a single token among millions can still be seen. */
const WHOLE = 10_000n
const LEAST = 1.5

const byNumber = (a: bigint, b: bigint) => (a < b ? -1 : Number(a > b))

/** The ranges of each contract on one line of numbers: from the first token that any of them names to the last. */
export function barsOf(ranges: readonly NftRangeShown[]): Contract[] {
  const contracts = new Map<string, NftRangeShown[]>()
  for (const range of ranges) {
    const key = `${range.blockchain} ${range.contract_address}`
    contracts.set(key, [...(contracts.get(key) ?? []), range])
  }
  return [...contracts.values()].flatMap((list) => {
    const [first] = list
    if (!first) return []
    const ends = list.flatMap(({ token_from, token_to }) =>
      token_from === null || token_to === null ? [] : [BigInt(token_from), BigInt(token_to)],
    )
    const [low = 0n] = ends.toSorted(byNumber)
    const high = ends.toSorted(byNumber).at(-1) ?? 0n
    const part = (tokens: bigint) => Number((tokens * WHOLE) / (high - low + 1n)) / 100
    const bars = list.map((range): Bar => {
      const { token_from, token_to } = range
      if (token_from === null || token_to === null) return { range, left: 0, width: 100 }
      const width = Math.max(LEAST, part(BigInt(token_to) - BigInt(token_from) + 1n))
      return { range, left: Math.min(part(BigInt(token_from) - low), 100 - width), width }
    })
    return { blockchain: first.blockchain, contract: first.contract_address, bars }
  })
}
