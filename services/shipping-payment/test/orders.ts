import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'

/** A signed order as order-book publishes it; only its form matters where the chain is played. */
function parametersJson(): string {
  const zero = `0x${'0'.repeat(64)}`
  const address = (digit: string) => `0x${digit.repeat(40)}`
  return JSON.stringify({
    offerer: address('a'),
    zone: address('e'),
    offer: [
      { itemType: 2, token: address('c'), identifierOrCriteria: '7', startAmount: '1', endAmount: '1' },
    ],
    consideration: [
      {
        itemType: 1,
        token: address('d'),
        identifierOrCriteria: '0',
        startAmount: '125000',
        endAmount: '125000',
        recipient: address('f'),
      },
    ],
    orderType: 2,
    startTime: '1',
    endTime: '2',
    zoneHash: zero,
    salt: zero,
    conduitKey: zero,
    totalOriginalConsiderationItems: 1,
    counter: '0',
  })
}

type OrderAbout = Partial<
  Pick<
    OrderChanged,
    | 'status'
    | 'revision'
    | 'filled'
    | 'offererCustomerId'
    | 'offererAccountId'
    | 'parametersJson'
    | 'signature'
    | 'inactive'
    | 'end'
    | 'signedEnd'
    | 'type'
    | 'shipper'
    | 'amount'
  > & { asset: { contractAddress: string; contractType: string; tokenId: string } }
>

/** An order of the seller, on sale for 1,250 THB unless said otherwise. */
export function orderMessage(hash: string, about: OrderAbout = {}): Outgoing {
  const now = Date.now()
  return outgoing('order-book.order.v1', hash, OrderChangedSchema, {
    orderId: hash.slice(2, 26),
    hash,
    type: 'list',
    status: 'offchain',
    blockchain: 'kub',
    asset: { contractAddress: `0x${'c'.repeat(40)}`, contractType: 'erc721', tokenId: '7' },
    price: {
      tokenAddress: `0x${'d'.repeat(40)}`,
      symbol: 'THB',
      raw: '125000',
      value: '1250',
      family: 'thb',
      decimals: 2,
    },
    offerer: `0x${'a'.repeat(40)}`,
    offererCustomerId: 'join-seller',
    offererAccountId: 'account-seller',
    shipper: true,
    distribution: [
      { customerId: '', type: 'service', value: '3125', basisPoints: 250 },
      { customerId: 'join-artist', type: 'royalty', value: '6250', basisPoints: 500 },
      { customerId: 'join-seller', type: 'net', value: '115625', basisPoints: 9250 },
    ],
    start: timestampFromDate(new Date(now - 60_000)),
    end: timestampFromDate(new Date(now + 86_400_000)),
    signedEnd: timestampFromDate(new Date(now + 90_000_000)),
    amount: '1',
    filled: '0',
    parametersJson: parametersJson(),
    signature: `0x${'2'.repeat(130)}`,
    change: 'put',
    revision: 1,
    ...about,
  })
}
