import { cancelOrder, confirmOrder, type Order } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { loadTrade } from '../../wallet-code.ts'
import { checkGas, untilMined } from './chain.ts'
import type { TradeContext } from './context.ts'
import { refetchTraded } from './fulfil.ts'

/** OB-13: brings a hidden order back, or lists again what was away (OB-16). */
export async function confirm(order: Order): Promise<void> {
  try {
    await call(confirmOrder, { body: { order_id: order._id } })
  } finally {
    void refetchTraded()
  }
}

/**
 * OB-13: hides an order, then ends it on the chain, which alone can. Where the person refuses, it is shown again.
 * @throws SignatureRefused, TradeError, what the server refuses
 */
export async function cancelOnChain(order: Order, context: TradeContext): Promise<string> {
  const { cancelCall } = await loadTrade()
  const ending = cancelCall(context.terms.seaport, order.order.parameters)
  await checkGas(context, ending)
  await call(cancelOrder, { body: { order_id: order._id } })
  context.onStage('send')
  const hash = await context.signer.send(ending, context.control).catch(async (error: unknown) => {
    await confirm(order).catch(() => undefined)
    throw error
  })
  context.onStage('process', hash)
  try {
    await untilMined(context, hash)
  } finally {
    void refetchTraded()
  }
  return hash
}
