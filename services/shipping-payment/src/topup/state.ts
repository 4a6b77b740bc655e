import type { TopupEvent } from './events.ts'

export type Topup = {
  shippingId: string
  customerId: string
  orderNo: string
  amount: bigint
  description: string
  /** SP-21 */
  status: 'pending' | 'completed' | 'failed' | 'canceled'
  /** SP-18: amount or currency differ; nothing is credited until people have looked */
  mismatch: boolean
  transactionId: string | undefined
  paymentUrl: string | undefined
  /** transaction and status of the last callback: the same one again is no news (SP-17) */
  lastCallback: string | undefined
  openedAt: Date
}

/** SP-17: what makes two callbacks the same. */
export function callbackKey(callback: { transactionId: string; paymentStatus: number }): string {
  return `${callback.transactionId}:${callback.paymentStatus}`
}

export function evolve(topup: Topup | undefined, event: TopupEvent): Topup | undefined {
  if (event.type === 'TopupOpened') {
    const { at, ...data } = event.data
    return {
      ...data,
      status: 'pending',
      mismatch: false,
      transactionId: undefined,
      paymentUrl: undefined,
      lastCallback: undefined,
      openedAt: at,
    }
  }
  if (!topup) return undefined
  switch (event.type) {
    case 'TopupStarted':
      return { ...topup, transactionId: event.data.transactionId, paymentUrl: event.data.paymentUrl }
    case 'CallbackReceived':
      // SP-14: which transaction is ours we know from the start of it, or ask the provider by our own order number
      return { ...topup, lastCallback: callbackKey(event.data) }
    case 'TopupCompleted':
      return { ...topup, status: 'completed', transactionId: event.data.transactionId }
    case 'TopupFailed':
      return { ...topup, status: 'failed' }
    case 'TopupCanceled':
      return { ...topup, status: 'canceled' }
    case 'TopupMismatched':
      return { ...topup, mismatch: true }
  }
}
