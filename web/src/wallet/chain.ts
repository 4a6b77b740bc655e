import { type OrderComponents, orderTypes, ZERO_HASH } from '@talad/proto/http/order-book/seaport'
import { createPublicClient, getAddress, hashStruct, http, parseAbi } from 'viem'
import { hex } from './typed-order.ts'

const seaportAbi = parseAbi([
  'function getCounter(address offerer) view returns (uint256)',
  'function information() view returns (string version, bytes32 domainSeparator, address conduitController)',
])
const controllerAbi = parseAbi([
  'function getConduit(bytes32 key) view returns (address conduit, bool exists)',
])
const collectionAbi = parseAbi([
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])

export type SellerPlace = { seaport: string; conduitKey: string; offerer: string; contract: string }
export type SellerFacts = { counter: string; operator: string; approved: boolean }

/** What a listing needs from the chain: the counter of the seller, and whether the collection is approved. */
export async function readSeller(rpcUrl: string, place: SellerPlace): Promise<SellerFacts> {
  const client = createPublicClient({ transport: http(new URL(rpcUrl, window.location.origin).href) })
  const seaport = getAddress(place.seaport)
  const offerer = getAddress(place.offerer)
  const operator = await operatorOf()
  const [counter, approved] = await Promise.all([
    client.readContract({
      address: seaport,
      abi: seaportAbi,
      functionName: 'getCounter',
      args: [offerer],
    }),
    client.readContract({
      address: getAddress(place.contract),
      abi: collectionAbi,
      functionName: 'isApprovedForAll',
      args: [offerer, operator],
    }),
  ])
  return { counter: String(counter), operator: operator.toLowerCase(), approved }

  async function operatorOf() {
    if (place.conduitKey === ZERO_HASH) return seaport
    const [, , controller] = await client.readContract({
      address: seaport,
      abi: seaportAbi,
      functionName: 'information',
    })
    const [conduit] = await client.readContract({
      address: controller,
      abi: controllerAbi,
      functionName: 'getConduit',
      args: [hex(place.conduitKey)],
    })
    return conduit
  }
}

/** Seaport's order hash: the EIP-712 struct hash of its components, without the domain. */
export function orderHash(components: OrderComponents): string {
  return hashStruct({ data: { ...components }, primaryType: 'OrderComponents', types: orderTypes })
}
