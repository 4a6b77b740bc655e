import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { abi as erc721 } from '@talad/contracts/abi/TaladERC721'
import { fillFraction, fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import {
  ItemType,
  noConduit,
  noZone,
  type OrderParameters,
  OrderType,
  orderHash,
  orderTypedData,
} from '@talad/contracts/seaport'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import type { Bus } from '@talad/shared/bus/port'
import { outgoing } from '@talad/shared/bus/port'
import { Contract, Wallet } from 'ethers'
import { addressOf, keyOf, type TestChain } from './chain.ts'

export type Listing = {
  contract: string
  contractType: 'erc721' | 'erc1155'
  token: number
  amount: number
  seller: number
  /** satang for shipper orders, wei for crypto ones */
  raw: bigint
  shipper: boolean
}

export type SignedListing = Listing & { parameters: OrderParameters; signature: string; hash: string }

let salt = 0

/** Approves Seaport and signs a listing, as a wallet does. */
export async function signListing(chain: TestChain, listing: Listing): Promise<SignedListing> {
  const { contract, contractType, token, amount, seller, raw, shipper } = listing
  const { seaport, zone, pointToken, chainId } = chain.deployment
  const offerer = addressOf(seller)
  const approve = new Contract(contract, erc721, chain.signer(seller)).getFunction('setApprovalForAll')
  await (await approve(seaport, true)).wait()
  salt += 1
  const price = { identifierOrCriteria: '0', startAmount: String(raw), endAmount: String(raw) }
  const parameters: OrderParameters = {
    offerer,
    zone: shipper ? zone : noZone,
    offer: [
      {
        itemType: contractType === 'erc721' ? ItemType.ERC721 : ItemType.ERC1155,
        token: contract,
        identifierOrCriteria: String(token),
        startAmount: String(amount),
        endAmount: String(amount),
      },
    ],
    consideration: [
      shipper
        ? { itemType: ItemType.ERC20, token: pointToken, ...price, recipient: addressOf(8) }
        : { itemType: ItemType.NATIVE, token: `0x${'0'.repeat(40)}`, ...price, recipient: offerer },
    ],
    orderType: shipper ? OrderType.PARTIAL_RESTRICTED : OrderType.PARTIAL_OPEN,
    startTime: 0,
    endTime: 2 ** 40,
    zoneHash: `0x${'0'.repeat(64)}`,
    salt: String(salt),
    conduitKey: noConduit,
    totalOriginalConsiderationItems: 1,
  }
  const { domain, types, message } = orderTypedData(parameters, 0n, { chainId, seaport })
  const signature = await new Wallet(keyOf(seller)).signTypedData(domain, types, message)
  return { ...listing, parameters, signature, hash: orderHash(parameters, 0n) }
}

/** Fills units of a listing: the relayer for a shipper order, the buyer otherwise. @returns the transaction's hash */
export async function fill(
  chain: TestChain,
  order: SignedListing,
  buyer: number,
  units: number,
): Promise<string> {
  const data = fulfillAdvancedOrderData({
    parameters: order.parameters,
    signature: order.signature,
    recipient: addressOf(buyer),
    ...fillFraction(BigInt(units), BigInt(order.amount)),
  })
  const value = order.shipper ? 0n : (order.raw * BigInt(units)) / BigInt(order.amount)
  const sent = await chain.signer(order.shipper ? 9 : buyer).sendTransaction({
    to: chain.deployment.seaport,
    data,
    value,
  })
  await sent.wait()
  return sent.hash
}

export type Said = {
  revision: number
  type?: 'list' | 'offer'
  status?: string
  inactive?: boolean
  end?: Date
  at?: Date
  createdAt?: Date
  offerer?: string
  family?: 'thb' | 'jfin'
  change?: string
}

/** Says on the bus what order-book would say of an order. */
export async function sayOrder(
  bus: Bus,
  chain: TestChain,
  order: Listing & { hash: string },
  said: Said,
): Promise<void> {
  const { contract, contractType, token, amount, raw, shipper, hash, seller } = order
  const { pointToken, wrappedJfin } = chain.deployment
  const createdAt = said.createdAt ?? new Date('2026-01-01T00:00:00Z')
  const thb = (said.family ?? (shipper ? 'thb' : 'jfin')) === 'thb'
  const message = outgoing('order-book.order.v1', hash, OrderChangedSchema, {
    orderId: hash.slice(2, 26),
    hash,
    type: said.type ?? 'list',
    status: said.status ?? 'offchain',
    inactive: said.inactive ?? false,
    blockchain: 'kub',
    shipper,
    amount: String(amount),
    filled: '0',
    asset: { contractAddress: contract, contractType, tokenId: String(token) },
    price: {
      tokenAddress: thb ? pointToken : wrappedJfin,
      symbol: thb ? 'THB' : 'JFIN',
      raw: String(raw),
      value: '',
      family: thb ? 'thb' : 'jfin',
      decimals: thb ? 2 : 18,
    },
    offerer: said.offerer ?? addressOf(seller),
    start: timestampFromDate(createdAt),
    createdAt: timestampFromDate(createdAt),
    end: timestampFromDate(said.end ?? new Date(Date.now() + 86_400_000)),
    at: timestampFromDate(said.at ?? createdAt),
    revision: said.revision,
    change: said.change ?? 'put',
  })
  const id = `order-book:${hash}:${said.revision}:${crypto.randomUUID()}`
  await bus.publish([{ ...message, id, headers: { ce_id: id }, time: new Date() }])
}
