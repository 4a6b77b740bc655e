import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'

/** WB-7: the five states of a fulfilment, and the four steps that a person sees. */
export type Progress =
  | { state: 'ideal' }
  | { state: 'confirm'; step: 'received' | 'signing' }
  | { state: 'process'; step: 'processing'; hash: string | undefined }
  | { state: 'success'; step: 'fulfilled'; hash: string | undefined }
  | { state: 'fail'; reason: 'canceled' | 'failed' }

export const progressSteps = ['received', 'signing', 'processing', 'fulfilled'] as const

type Told = Pick<Shipping, 'status' | 'tx_status' | 'tx_hash'> & {
  credit: { payment: Pick<Shipping['credit']['payment'], 'status'> }
}

/**
 * WB-7: where a purchase is, from what the server says, so that a reload shows the same. Received: paid. Signing: the
 * delivery is being signed. Processing: its hash is known. SP-1: mined counts as processing.
 */
export function progressOf({ status, tx_status: tx, tx_hash, credit }: Told): Progress {
  const hash = tx_hash ?? undefined
  if (status === 'completed') return { state: 'success', step: 'fulfilled', hash }
  if (status === 'failed' || status === 'canceled') return { state: 'fail', reason: status }
  if (status === 'mined' || hash !== undefined || tx === 'sent' || tx === 'mined') {
    return { state: 'process', step: 'processing', hash }
  }
  if (status === 'pending' && credit.payment.status !== 'completed') return { state: 'ideal' }
  return { state: 'confirm', step: tx === 'processing' ? 'signing' : 'received' }
}

type MayHold = { credit: { payment: { held?: number | null } } }

/** SP-18: what a card was charged for a purchase while people look at it, 1/100 baht; undefined: nothing. */
export const heldOf = ({ credit }: MayHold): number | undefined => credit.payment.held ?? undefined

/** M§4, SP-2: whether its buyer may still pay it; a card that failed may be tried again in time, a charged one never (SP-18). */
export function isPayable(shipping: Payable): boolean {
  const { status, expired, credit } = shipping
  const mayPay = status === 'pending' && !expired && heldOf(shipping) === undefined
  return mayPay && ['pending', 'processing', 'failed'].includes(credit.payment.status)
}
type Payable = Pick<Shipping, 'status' | 'expired'> & Pick<Told, 'credit'> & MayHold

/** Whether the server will still change it by itself. */
export function isOpen(shipping: Pick<Shipping, 'status'>): boolean {
  return ['pending', 'processing', 'mined'].includes(shipping.status)
}
