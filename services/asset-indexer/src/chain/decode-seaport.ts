import { abi } from '@talad/contracts/abi/Seaport'
import { Interface, type LogDescription } from 'ethers'
import { z } from 'zod'
import type { BlockRef, ChainFact, ContractType } from './facts.ts'
import { assetIdOf } from './ids.ts'
import type { RawLog } from './rpc.ts'

const seaport = new Interface(abi)

/** First topic of an event. @throws Error when the interface has none of the name */
export function topicOf(contract: Interface, name: string): string {
  const event = contract.getEvent(name)
  if (!event) throw new Error(`the interface has no event ${name}`)
  return event.topicHash
}

export const SEAPORT_TOPICS: readonly string[] = [
  'OrderFulfilled',
  'OrderCancelled',
  'OrderValidated',
  'CounterIncremented',
].map((name) => topicOf(seaport, name))

/** itemType, token, identifier, amount; in a consideration also the recipient */
const item = z.tuple([z.bigint(), z.string(), z.bigint(), z.bigint()])
/** orderHash, offerer, zone, recipient, offer, consideration */
const fulfilled = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.array(item),
  z.array(item.rest(z.string())),
])

/** The values of an event, by position. */
export function argsOf(event: LogDescription): unknown {
  return event.args.toArray(true)
}

const NFT_TYPES: ReadonlyMap<bigint, ContractType> = new Map([
  [2n, 'erc721'],
  [3n, 'erc1155'],
  [4n, 'erc721'],
  [5n, 'erc1155'],
])

/** One fact per NFT of a fill: what the offerer gave (a listing), or got (an offer). */
function fills(event: LogDescription, at: BlockRef, blockchain: string): ChainFact[] {
  const [orderHash, ...rest] = fulfilled.parse(argsOf(event))
  const [offerer, zone, recipient] = [rest[0].toLowerCase(), rest[1].toLowerCase(), rest[2].toLowerCase()]
  const [offer, consideration] = [rest[3], rest[4]]
  const parties = [
    ...offer.map((part) => ({ part, seller: offerer, buyer: recipient })),
    ...consideration.map((part) => ({ part, seller: recipient, buyer: (part[4] ?? offerer).toLowerCase() })),
  ]
  const facts: ChainFact[] = []
  for (const { part, seller, buyer } of parties) {
    const [itemType, contract, token, amount] = part
    const contractType = NFT_TYPES.get(itemType)
    if (!contractType) continue
    const nft = { contract: contract.toLowerCase(), contractType, token: token.toString() }
    const assetId = assetIdOf(blockchain, nft.contract, nft.token)
    const about = { orderHash, offerer, zone, recipient, amount: amount.toString() }
    facts.push({ kind: 'fulfilled', ...at, item: facts.length, ...nft, assetId, ...about, seller, buyer })
  }
  return facts
}

const cancelledEvent = z.tuple([z.string(), z.string()]).rest(z.unknown())
const validatedEvent = z.tuple([z.string(), z.tuple([z.string()]).rest(z.unknown())])
const counterEvent = z.tuple([z.bigint(), z.string()])

/** What a log of Seaport says. */
export function orderFacts(log: RawLog, at: BlockRef, blockchain: string): ChainFact[] {
  const event = seaport.parseLog(log)
  switch (event?.name) {
    case 'OrderFulfilled':
      return fills(event, at, blockchain)
    case 'OrderCancelled': {
      const [orderHash, offerer] = cancelledEvent.parse(argsOf(event))
      return [{ kind: 'cancelled', ...at, orderHash, offerer: offerer.toLowerCase() }]
    }
    case 'OrderValidated': {
      const [orderHash, [offerer]] = validatedEvent.parse(argsOf(event))
      return [{ kind: 'validated', ...at, orderHash, offerer: offerer.toLowerCase() }]
    }
    case 'CounterIncremented': {
      const [newCounter, offerer] = counterEvent.parse(argsOf(event))
      return [{ kind: 'counter', ...at, newCounter: newCounter.toString(), offerer: offerer.toLowerCase() }]
    }
    default:
      return []
  }
}
