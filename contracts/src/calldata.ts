import { Interface } from 'ethers'
import { abi } from '../abi/Seaport.ts'
import { noConduit, type OrderComponents, type OrderParameters } from './seaport.ts'

/** Seaport's whole interface: decodes its events, errors and results. */
export const seaportInterface = new Interface(abi)

export type Fraction = { numerator: bigint; denominator: bigint }

export type Fulfilment = Fraction & {
  parameters: OrderParameters
  signature: string
  /** Who gets the offered items. */
  recipient: string
  /** Handed to the zone; ours reads none. */
  extraData?: string
  /** The fulfiller's conduit; none by default, which means approvals given to Seaport itself. */
  fulfillerConduitKey?: string
}

/**
 * `amount` of `total` as the fraction in lowest terms that Seaport fills and stores: 4 of 10 is 2/5.
 * Throws a RangeError unless 0 < amount ≤ total.
 */
export function fillFraction(amount: bigint, total: bigint): Fraction {
  if (amount <= 0n || amount > total) throw new RangeError(`can't fill ${amount} of ${total}`)
  const divisor = greatestCommonDivisor(amount, total)
  return { numerator: amount / divisor, denominator: total / divisor }
}

/** Calldata that fills a fraction of a signed order (1/1 for all of it) and delivers to `recipient` (SP-24). */
export function fulfillAdvancedOrderData(fulfilment: Fulfilment): string {
  const { recipient, fulfillerConduitKey = noConduit, extraData = '0x', ...order } = fulfilment
  const criteriaResolvers: [] = []
  return seaportInterface.encodeFunctionData('fulfillAdvancedOrder', [
    { ...order, extraData },
    criteriaResolvers,
    fulfillerConduitKey,
    recipient,
  ])
}

const tokens = new Interface([
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

type Transfer = { from: string; to: string; tokenId: string; amount: bigint }

/** Calldata that hands an item over and asks a contract that gets it whether it can hold it. */
export function safeTransferData(
  kind: 'erc721' | 'erc1155',
  { from, to, tokenId, amount }: Transfer,
): string {
  return kind === 'erc721'
    ? tokens.encodeFunctionData('safeTransferFrom(address,address,uint256)', [from, to, tokenId])
    : tokens.encodeFunctionData('safeTransferFrom(address,address,uint256,uint256,bytes)', [
        ...[from, to, tokenId, amount, '0x'],
      ])
}

/** Calldata by which a maker, or the zone of the orders, cancels them for good. */
export function cancelData(orders: readonly OrderComponents[]): string {
  return seaportInterface.encodeFunctionData('cancel', [orders])
}

/** Calldata by which a maker makes all their orders of the present counter void. The next counter is not +1. */
export function incrementCounterData(): string {
  return seaportInterface.encodeFunctionData('incrementCounter', [])
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b)
}
