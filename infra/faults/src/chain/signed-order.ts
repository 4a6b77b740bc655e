import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import {
  ItemType,
  noConduit,
  type OrderComponents,
  type OrderParameters,
  OrderType,
  orderComponents,
  orderHash,
  orderTypedData,
} from '@talad/contracts/seaport'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { Wallet } from 'ethers'
import { addressOf, keyOf, type TestChain } from './test-chain.ts'

const DAY_MS = 86_400_000
const TREASURY = 2
const PRICE = '250000'

/**
 * Two units of a token, sold one by one, signed by the seller, as the order book would tell of it. One unit is bought:
 * a delivery that happened twice would go through on chain, and show.
 */
export async function signedOrder(
  chain: TestChain,
  seller: number,
  salt: number,
): Promise<{ hash: string; message: Outgoing; components: OrderComponents }> {
  const { deployment, multiple } = chain
  const offerer = addressOf(seller)
  const units = { startAmount: '2', endAmount: '2' }
  const price = { identifierOrCriteria: '0', startAmount: PRICE, endAmount: PRICE }
  const parameters: OrderParameters = {
    offerer,
    zone: deployment.zone,
    orderType: OrderType.PARTIAL_RESTRICTED,
    startTime: '0',
    offer: [{ itemType: ItemType.ERC1155, token: multiple, identifierOrCriteria: '1', ...units }],
    consideration: [
      { itemType: ItemType.ERC20, token: deployment.pointToken, ...price, recipient: addressOf(TREASURY) },
    ],
    endTime: '4102444800',
    zoneHash: noConduit,
    conduitKey: noConduit,
    totalOriginalConsiderationItems: 1,
    salt: `0x${salt.toString(16).padStart(64, '0')}`,
  }
  const { domain, types, message } = orderTypedData(parameters, 0n, {
    chainId: chain.anvil.chainId,
    seaport: deployment.seaport,
  })
  const signature = await new Wallet(keyOf(seller)).signTypedData(domain, types, message)
  const hash = orderHash(parameters, 0n)
  const now = Date.now()
  const told = outgoing('order-book.order.v1', hash, OrderChangedSchema, {
    orderId: hash.slice(2, 26),
    hash,
    type: 'list',
    status: 'offchain',
    blockchain: 'kub',
    asset: { contractAddress: multiple, contractType: 'erc1155', tokenId: '1' },
    price: {
      tokenAddress: deployment.pointToken,
      symbol: 'THB',
      raw: PRICE,
      value: '2500',
      family: 'thb',
      decimals: 2,
    },
    offerer,
    offererCustomerId: 'join-seller',
    offererAccountId: 'account-seller',
    shipper: true,
    distribution: [{ customerId: 'join-seller', type: 'net', value: PRICE, basisPoints: 10_000 }],
    start: timestampFromDate(new Date(now - 60_000)),
    end: timestampFromDate(new Date(now + DAY_MS)),
    signedEnd: timestampFromDate(new Date(now + 2 * DAY_MS)),
    amount: '2',
    filled: '0',
    parametersJson: JSON.stringify({ ...parameters, counter: '0' }),
    signature,
    change: 'put',
    revision: 1,
  })
  return { hash, message: told, components: orderComponents(parameters, 0n) }
}
