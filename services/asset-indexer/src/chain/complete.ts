import { accountsFor, createSieve, readBloom } from './bloom.ts'
import { LogsMissing } from './node-faults.ts'
import type { ChainRpc, Header, RawLog } from './rpc.ts'

type Asked = { addresses: ReadonlySet<string>; topics: ReadonlySet<string> }

const placeOf = ({ blockNumber, logIndex }: RawLog) => `${blockNumber}.${logIndex}`

/**
 * AI-4: nodes answer for blocks whose logs they have not got together yet, or only in part. A block that may hold any of
 * ours is therefore read a second time with everything in it: that has to account for the filter in its header, and
 * hold no log of ours that the first answer had not.
 * @throws LogsMissing
 */
export async function checkComplete(
  rpc: Pick<ChainRpc, 'blockLogs'>,
  headers: readonly Header[],
  logs: readonly RawLog[],
  asked: Asked,
): Promise<void> {
  const mayHold = createSieve(asked.addresses, asked.topics)
  const there = new Set(logs.map(placeOf))
  await Promise.all(
    headers.map(async ({ hash, number, bloom: hex }) => {
      const bloom = readBloom(hex)
      if (!bloom || !mayHold(bloom)) return
      const all = await rpc.blockLogs(hash)
      const isOurs = ({ address, topics }: RawLog) =>
        asked.addresses.has(address) && asked.topics.has(topics[0] ?? '')
      if (!accountsFor(all, bloom) || all.some((log) => isOurs(log) && !there.has(placeOf(log))))
        throw new LogsMissing(number)
    }),
  )
}
