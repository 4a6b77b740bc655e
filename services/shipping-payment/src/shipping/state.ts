import type { CancelReason, FiatRefund, Incident, ShippingEvent, ShippingOpened, TxStatus } from './events.ts'
import { type Times, timesAfter } from './times.ts'

/** SP-2, and what the two systems in between are doing at the moment. */
export type Payment = {
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'canceled'
  /** number of the last request to the ledger */
  attempt: number
  /** a request or a confirmed top-up is with the ledger; its answer decides */
  atLedger: boolean
  /** the request at the ledger is one that may charge a card */
  card: boolean
  /** where the request came from */
  payerIp: string | undefined
  locked: bigint
  topupId: string | undefined
  charge: bigint | undefined
  providerRefId: string | undefined
  paymentUrl: string | undefined
  reason: string | undefined
  /** SP-18: what cards were charged otherwise than asked, until it is credited or has gone back */
  held: readonly { topupId: string; value: bigint; refused: boolean }[]
  /** anything ever was */
  wasHeld: boolean
}

export type Shipping = Omit<ShippingOpened, 'at'> & {
  /** SP-1 */
  status: 'pending' | 'processing' | 'mined' | 'completed' | 'failed' | 'canceled'
  payment: Payment
  txStatus: TxStatus | undefined
  txHash: string | undefined
  retryCount: number
  retryReason: string | undefined
  failedReason: string | undefined
  canceledReason: CancelReason | undefined
  refunded: boolean
  /** SP-19: what of it came too late and is points now */
  lateCredit: bigint
  /** SP-26: the newest refund to a card behind it */
  fiatRefund: FiatRefund | undefined
  /** what a reorganisation deeper than the confirmations, or a refusal of the ledger, has left for a person to decide */
  incident: Incident | undefined
  /** how many of them have locked the seller's money (LG-18) */
  incidents: number
  /** how often the ledger was asked again for what it had refused */
  askedAgain: number
  times: Times
  /** AW-4: counts what happened, and which admin did the last of it */
  revision: number
  changedBy: string | undefined
  createdAt: Date
  updatedAt: Date
  /** last thing that happened to the payment (SP-5) */
  activeAt: Date
}

const noPayment: Payment = {
  status: 'pending',
  attempt: 0,
  atLedger: false,
  card: false,
  payerIp: undefined,
  locked: 0n,
  topupId: undefined,
  charge: undefined,
  providerRefId: undefined,
  paymentUrl: undefined,
  reason: undefined,
  held: [],
  wasHeld: false,
}

function withoutHeld(payment: Payment, topupId: string, added: Payment['held'] = []): Payment {
  const rest = payment.held.filter((one) => one.topupId !== topupId)
  const isSame = rest.length === payment.held.length && added.length === 0
  return isSame ? payment : { ...payment, held: [...rest, ...added] }
}

function paymentAfter(payment: Payment, event: ShippingEvent): Payment {
  switch (event.type) {
    case 'PaymentRequested':
      // SP-2: failed → processing on retry while payable; a first request stays pending until it is known how it is paid
      return {
        ...payment,
        status: payment.status === 'failed' ? 'processing' : payment.status,
        attempt: event.data.attempt,
        card: event.data.card,
        payerIp: event.data.payerIp,
        atLedger: true,
        topupId: undefined,
        charge: undefined,
        providerRefId: undefined,
        paymentUrl: undefined,
        reason: undefined,
      }
    case 'FundsLocked':
      return { ...payment, locked: event.data.locked, atLedger: false }
    case 'CardRequested':
      return { ...payment, status: 'processing', topupId: event.data.topupId, charge: event.data.charge }
    case 'CardStarted':
      return { ...payment, providerRefId: event.data.providerRefId, paymentUrl: event.data.paymentUrl }
    case 'PaymentRefused':
      return { ...payment, status: 'failed', reason: event.data.reason, atLedger: false }
    case 'CardFailed':
      return {
        ...payment,
        status: 'failed',
        reason: event.data.reason,
        paymentUrl: undefined,
        atLedger: false,
      }
    case 'CardHeld': {
      const { topupId, value, refused } = event.data
      const held = withoutHeld(payment, topupId, [{ topupId, value, refused }])
      return { ...held, wasHeld: true, paymentUrl: undefined }
    }
    case 'LateCardCredited':
      return withoutHeld(payment, event.data.topupId)
    case 'CardRefundMoved':
      return event.data.status === 'refunded' ? withoutHeld(payment, event.data.topupId) : payment
    case 'CardConfirmed':
      // an earlier card payment may be the one that the provider confirms late
      return {
        ...withoutHeld(payment, event.data.topupId),
        status: 'processing',
        topupId: event.data.topupId,
        atLedger: true,
        paymentUrl: undefined,
        reason: undefined,
      }
    case 'PaymentCompleted':
      return { ...payment, status: 'completed', locked: 0n, atLedger: false, paymentUrl: undefined }
    case 'ShippingCanceled':
      return { ...payment, status: 'canceled', locked: 0n, paymentUrl: undefined }
    default:
      return payment
  }
}

const failedAs = (reason: string): Partial<Shipping> => ({
  status: 'failed',
  txStatus: 'failed',
  failedReason: reason,
})

/** LG-18: a reversal that is refused once more has locked the seller's money before. */
function locksAfter(incidents: number, { type, data }: ShippingEvent): number {
  if (type !== 'IncidentRaised') return incidents
  if (data.incident === 'delivery_lost') return incidents + 1
  return data.incident === 'reversal_refused' ? 1 : incidents
}

function after(shipping: Shipping, event: ShippingEvent): Partial<Shipping> {
  switch (event.type) {
    case 'PaymentCompleted':
      return { status: 'processing', txStatus: 'pending' }
    case 'ShippingCanceled':
      return { status: 'canceled', canceledReason: event.data.reason }
    case 'DeliveryProgressed':
      return {
        txStatus: event.data.txStatus,
        txHash: event.data.txHash ?? undefined,
        retryCount: event.data.retryCount,
        retryReason: event.data.retryReason ?? undefined,
      }
    case 'DeliveryConfirmed':
      return { status: 'mined', txStatus: 'mined', txHash: event.data.txHash }
    case 'DeliveryFailed':
    case 'DeliveryLost':
      return failedAs(event.data.reason)
    case 'ShippingSettled':
      return { status: 'completed' }
    case 'ShippingRefunded':
      return { refunded: true }
    case 'LateCardCredited':
      return { lateCredit: shipping.lateCredit + event.data.amount }
    case 'CardRefundMoved': {
      const { status, amount, note, at } = event.data
      return { fiatRefund: { status, amount, note, at } }
    }
    case 'IncidentRaised':
      return { incident: event.data.incident }
    case 'IncidentEnded':
      return { incident: undefined }
    case 'MoneyAskedAgain': {
      const again = { incident: undefined, askedAgain: shipping.askedAgain + 1 }
      // its delivery is gone, and the seller was never paid
      const isLost = event.data.flow === 'refund' && shipping.status === 'mined'
      return isLost ? { ...again, ...failedAs('the chain took the delivery back') } : again
    }
    default:
      return {}
  }
}

/** Undefined until the shipping is opened. */
export function evolve(shipping: Shipping | undefined, event: ShippingEvent): Shipping | undefined {
  if (event.type === 'ShippingOpened') {
    const { at, ...data } = event.data
    return {
      ...data,
      status: 'pending',
      payment: noPayment,
      txStatus: undefined,
      txHash: undefined,
      retryCount: 0,
      retryReason: undefined,
      failedReason: undefined,
      canceledReason: undefined,
      refunded: false,
      lateCredit: 0n,
      fiatRefund: undefined,
      revision: 1,
      changedBy: undefined,
      incident: undefined,
      incidents: 0,
      askedAgain: 0,
      times: {},
      createdAt: at,
      updatedAt: at,
      activeAt: at,
    }
  }
  if (!shipping) return undefined
  const payment = paymentAfter(shipping.payment, event)
  const { at } = event.data
  const activeAt = payment === shipping.payment ? shipping.activeAt : at
  const times = timesAfter(shipping.times, event)
  const changedBy = 'by' in event.data ? event.data.by : shipping.changedBy
  const revision = shipping.revision + 1
  const incidents = locksAfter(shipping.incidents, event)
  const moved = { payment, times, activeAt, incidents, revision, changedBy, updatedAt: at }
  return { ...shipping, ...after(shipping, event), ...moved }
}

/** SP-1, SP-6: these states count against the limits and hold the order. */
export function isOpen(shipping: Pick<Shipping, 'status'>): boolean {
  return shipping.status === 'pending' || shipping.status === 'processing' || shipping.status === 'mined'
}

/** SP-4: derived from the clock, never stored. */
export function isExpired(shipping: Shipping, now: Date): boolean {
  return shipping.status === 'pending' && now >= shipping.expiresAt
}
