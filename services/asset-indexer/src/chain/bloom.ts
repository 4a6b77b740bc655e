import { getBytes, keccak256 } from 'ethers'

/** The filter in a block's header of what the logs of the block name: no log without its bits. */
export type Bloom = Uint8Array

const BYTES = 256
const WORDS = [0, 2, 4]

/** @param hex as the node tells it @returns undefined: there are no logs, or the chain keeps no such filters */
export function readBloom(hex: string | undefined): Bloom | undefined {
  if (hex === undefined || !/^0x[0-9a-f]{512}$/i.test(hex)) return undefined
  const bloom = getBytes(hex)
  return bloom.some((byte) => byte !== 0) ? bloom : undefined
}

/** The three bits of an address or a topic, as places of bytes and masks. */
function bitsOf(value: string): readonly (readonly [place: number, mask: number])[] {
  const hash = getBytes(keccak256(value))
  return WORDS.map((at) => {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & (8 * BYTES - 1)
    return [BYTES - 1 - (bit >> 3), 1 << (bit & 7)]
  })
}

/** Whether logs of one of the addresses under one of the topics may be in a block; false is certain. */
export function createSieve(addresses: Iterable<string>, topics: Iterable<string>) {
  const [ofAddresses, ofTopics] = [[...addresses].map(bitsOf), [...topics].map(bitsOf)]
  return (bloom: Bloom): boolean => {
    const has = (bits: (typeof ofTopics)[number]) =>
      bits.every(([place, mask]) => ((bloom[place] ?? 0) & mask) !== 0)
    return ofTopics.some(has) && ofAddresses.some(has)
  }
}

/** Whether these logs account for every bit of the filter: one that none of them sets is of a log that is left out. */
export function accountsFor(
  logs: readonly { address: string; topics: readonly string[] }[],
  bloom: Bloom,
): boolean {
  const open = Uint8Array.from(bloom)
  // each once: a log that says nothing may be there by the thousand
  for (const value of new Set(logs.flatMap(({ address, topics }) => [address, ...topics])))
    for (const [place, mask] of bitsOf(value)) open[place] = (open[place] ?? 0) & ~mask
  return open.every((byte) => byte === 0)
}
