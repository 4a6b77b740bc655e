import type { Order } from '@talad/proto/http/order-book/orders'
import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { refetch } from '@talad/ui/client/query'
import { loadTrade } from '../../wallet-code.ts'
import { passFirst } from '../assessment/assessment-first.ts'
import { rawPrice } from '../prices/order-price.ts'
import { keys } from '../reads/query-keys.ts'
import { approveMissing, type Needs } from './approvals.ts'
import { checkGas, untilMined } from './chain.ts'
import type { TradeContext } from './context.ts'
import { recordFill } from './records.ts'
import { SignatureRefused } from './signer.ts'

export type FillWish = {
  order: Order
  units: bigint
  /** who gets what is bought; an accepted offer pays the wallet that accepts */
  recipient: string
  isExact: boolean
}

/** What the fulfiller of an offer hands on of what they are paid. */
function feesOf({ order: { parameters } }: Order): bigint {
  const [paid] = parameters.offer
  const fees = parameters.consideration.filter(
    ({ token }) => token.toLowerCase() === paid?.token.toLowerCase(),
  )
  return fees.reduce((sum, { startAmount }) => sum + BigInt(startAmount), 0n)
}

/** What has to be approved before an order can be filled. */
export function needsOf({ order, units, isExact }: FillWish): Needs {
  const { token } = order.basic.price
  const isBought = order.type === 'list'
  const amount = isBought ? rawPrice(order, units) : (feesOf(order) * units) / BigInt(order.fill.total)
  return {
    token: { address: token.address, decimals: token.decimals, amount },
    isPaid: isBought,
    collection: order.basic.asset.contract.address,
    isGiven: !isBought,
    isExact,
  }
}

const SHOWN_DONE_MS = 1_000

/** M§9: all steps are seen done for a second, before the window says so. */
export async function showDone({ onStage }: Pick<TradeContext, 'onStage'>, hash: string): Promise<void> {
  onStage('fulfilled', hash)
  await new Promise((done) => setTimeout(done, SHOWN_DONE_MS))
}

export const refetchTraded = () =>
  refetch(keys.orders, keys.asset, keys.assets, keys.holders, keys.events, keys.trades)

/**
 * Buys a listing or accepts an offer: approvals where they are missing, then the transaction, until it is mined (WB-7).
 * @throws SignatureRefused, TradeError, what the server refuses
 */
export async function fulfil(wish: FillWish, context: TradeContext): Promise<string> {
  const { order, units } = wish
  // OB-36: approvals cost gas, so what would be refused is asked for before
  if (!(await passFirst(order.type === 'list' ? 'new_buyer' : 'new_seller')))
    throw new SignatureRefused('cancelled')
  await approveMissing(context, needsOf(wish))
  const { fulfilCall } = await loadTrade()
  const call = fulfilCall(context.terms.seaport, order.order, {
    units,
    total: BigInt(order.fill.total),
    recipient: order.type === 'list' ? wish.recipient : ZERO_ADDRESS,
  })
  await checkGas(context, call)
  const recipient = order.type === 'list' ? wish.recipient : context.signer.address
  const tell = await recordFill({ orderHash: order.hash, amount: String(units), recipient })
  context.onStage('send')
  const hash = await context.signer.send(call, context.control)
  context.onStage('process', hash)
  await tell(hash)
  try {
    await untilMined(context, hash)
  } finally {
    void refetchTraded()
  }
  await showDone(context, hash)
  return hash
}
