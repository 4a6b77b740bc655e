import type { ChainFact } from '@talad/asset-indexer/chain/facts'
import type { Random } from '@talad/demo/random'
import type { Terms } from '@talad/order-book/public-state/terms'
import { hexOf } from '../order-samples.ts'

const HELD = 6n
const seaport = hexOf('seaport', 40)

/** A transaction: what it does where it is mined. */
export type Tx = { name: string; facts(place: Place): ChainFact[] }
type Place = { block: number; blockHash: string; blockTime: number; tx: string }
const at = (place: Place, log: number) => ({ ...place, log, item: 0 })

/** What a wallet is left with by its transfers; who moves more than there is moves nothing. */
export function holdings() {
  const held = new Map<string, bigint>()
  const nameOf = ({ offerer, tokenId }: Terms) => `${offerer} ${tokenId}`
  return {
    of: (terms: Terms) => held.get(nameOf(terms)) ?? HELD,
    move(terms: Terms, units: bigint) {
      held.set(nameOf(terms), this.of(terms) + units)
    },
  }
}
type Holdings = ReturnType<typeof holdings>

function moved(terms: Terms, units: bigint, place: Place, held: Holdings): ChainFact[] {
  const { contract, tokenId: token, offerer } = terms
  const isOut = units < 0n
  if (held.of(terms) + units < 0n) return []
  held.move(terms, units)
  const left = held.of(terms).toString()
  const other = hexOf('other', 40)
  return [
    {
      kind: 'transfer',
      ...at(place, 1),
      contract,
      contractType: 'erc1155',
      token,
      assetId: hexOf(token, 24),
      from: isOut ? offerer : other,
      to: isOut ? other : offerer,
      amount: (isOut ? -units : units).toString(),
      fromBalance: isOut ? left : '9',
      toBalance: isOut ? '9' : left,
    },
  ]
}

function filled(terms: Terms, units: bigint, place: Place, held: Holdings): ChainFact[] {
  const { hash: orderHash, offerer, contract, tokenId: token } = terms
  const out = moved(terms, -units, place, held)
  if (out.length === 0) return []
  const parties = { zone: seaport, recipient: hexOf('other', 40), seller: offerer, buyer: hexOf('other', 40) }
  return [
    {
      kind: 'fulfilled',
      ...at(place, 0),
      orderHash,
      offerer,
      ...parties,
      amount: units.toString(),
      contract,
      contractType: 'erc1155',
      token,
      assetId: hexOf(token, 24),
    },
    ...out,
  ]
}

/** What a chain has come to. */
export type Chain = { held: Holdings; counters: Map<string, bigint> }

/** Something that happens to an order or its seller. */
export function drawTx(name: string, orders: readonly Terms[], random: Random, chain: () => Chain): Tx {
  const terms = orders[Math.floor(random() * orders.length)]
  if (!terms) throw new Error('there are no orders')
  const { hash: orderHash, offerer, contract } = terms
  const units = BigInt(1 + Math.floor(random() * 4))
  const makes: ((place: Place) => ChainFact[])[] = [
    (place) => filled(terms, units, place, chain().held),
    (place) => filled(terms, units, place, chain().held),
    (place) => moved(terms, -units, place, chain().held),
    (place) => moved(terms, units, place, chain().held),
    (place) => [{ kind: 'validated', ...at(place, 0), orderHash, offerer }],
    (place) => [{ kind: 'cancelled', ...at(place, 0), orderHash, offerer }],
    (place) => {
      const { counters } = chain()
      const counter = (counters.get(offerer) ?? 0n) + 1n
      counters.set(offerer, counter)
      return [{ kind: 'counter', ...at(place, 0), offerer, newCounter: counter.toString() }]
    },
    (place) => [
      {
        kind: 'approval',
        ...at(place, 0),
        contract,
        owner: offerer,
        operator: seaport,
        approved: units > 1n,
      },
    ],
  ]
  const facts = makes[Math.floor(random() * makes.length)] ?? (() => [])
  return { name, facts }
}
