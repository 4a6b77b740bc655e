import type { JsonRpcProvider } from 'ethers'

/** What a transaction offers per unit of gas, in wei. On a chain without EIP-1559 both are the gas price. */
export type Fees = { maxFee: bigint; priorityFee: bigint; legacy: boolean }

/** A replacement that offers ten times the going rate isn't waiting for a better price. */
const DEAR = 10n

/** An offer as a transaction carries it. */
export const asFields = ({ maxFee, priorityFee, legacy }: Fees) =>
  legacy
    ? { type: 0, gasPrice: maxFee }
    : { type: 2, maxFeePerGas: maxFee, maxPriorityFeePerGas: priorityFee }

/** The going rate: twice the base fee and the node's priority fee, or the gas price of an old chain. @throws what the RPC throws */
export async function goingRate(provider: JsonRpcProvider): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice } = await provider.getFeeData()
  if (maxFeePerGas !== null && maxPriorityFeePerGas !== null)
    return { maxFee: maxFeePerGas, priorityFee: maxPriorityFeePerGas, legacy: false }
  if (gasPrice === null) throw new Error('the node tells no gas price')
  return { maxFee: gasPrice, priorityFee: gasPrice, legacy: true }
}

/** CA-47: at least 12.5 % more, rounded up: nodes refuse less as a replacement. */
function raised(fee: bigint): bigint {
  return fee + (fee + 7n) / 8n + (fee === 0n ? 1n : 0n)
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** Whether an offer is so far above the going rate that a higher one won't help. */
export function isDear(offer: Pick<Fees, 'maxFee'>, rate: Fees): boolean {
  return offer.maxFee > rate.maxFee * DEAR
}

/** Fees of a replacement: both 12.5 % higher, or the going rate where that is more. */
export function replacementFees(old: Pick<Fees, 'maxFee' | 'priorityFee'>, rate: Fees): Fees {
  const priorityFee = larger(raised(old.priorityFee), rate.priorityFee)
  const maxFee = larger(larger(raised(old.maxFee), rate.maxFee), priorityFee)
  return { maxFee, priorityFee, legacy: rate.legacy }
}
