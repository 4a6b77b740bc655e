import { accountsFor, createSieve, readBloom } from './bloom.ts'
import { LogsMissing } from './node-faults.ts'
import type { ChainRpc, Header, RawLog } from './rpc.ts'

type Asked = { addresses: ReadonlySet<string>; topics: ReadonlySet<string> }

const placeOf = ({ blockNumber, logIndex }: RawLog) => `${blockNumber}.${logIndex}`

/** So many blocks are read a second time at once. */
const AT_ONCE = 8

/**
 * AI-4: nodes answer for blocks whose logs they have not got together yet, or only in part. A block that may hold any of
 * ours is therefore read a second time with everything in it: that has to account for the filter in its header, and
 * hold no log of ours that the first answer had not. Of a block that strangers have filled only ours are read again: a
 * node that has that much of it has got it together.
 * @throws LogsMissing
 */
export async function checkComplete(
  rpc: Pick<ChainRpc, 'blockLogs' | 'logs'>,
  headers: readonly Header[],
  logs: readonly RawLog[],
  asked: Asked,
): Promise<void> {
  const mayHold = createSieve(asked.addresses, asked.topics)
  const there = new Set(logs.map(placeOf))
  const listed = { addresses: [...asked.addresses], topics: [...asked.topics] }
  const isOurs = ({ address, topics }: RawLog) =>
    asked.addresses.has(address) && asked.topics.has(topics[0] ?? '')
  const isComplete = async ({ hash, bloom: hex }: Header) => {
    const bloom = readBloom(hex)
    if (!bloom || !mayHold(bloom)) return true
    const all = await rpc.blockLogs(hash)
    const ours = all?.filter(isOurs) ?? (await rpc.logs({ at: { blockHash: hash }, ...listed }))
    return (!all || accountsFor(all, bloom)) && ours.every((log) => there.has(placeOf(log)))
  }
  for (let from = 0; from < headers.length; from += AT_ONCE)
    await Promise.all(
      headers.slice(from, from + AT_ONCE).map(async (header) => {
        if (!(await isComplete(header))) throw new LogsMissing(header.number)
      }),
    )
}
