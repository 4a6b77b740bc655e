import { Rejection } from '@talad/shared/rejection'
import type { Command } from './commands.ts'
import { cancelDelivery, failDelivery, recordDelivery } from './decide-delivery.ts'
import { askMoneyAgain, decideIncident, recordMoneyRefused } from './decide-incident.ts'
import {
  cancel,
  isCurrentCard,
  pay,
  recordCardHeld,
  recordFundsLocked,
  recordPaid,
  recordPayRefused,
} from './decide-payment.ts'
import { open, supersede } from './decide-reservation.ts'
import type { ShippingEvent } from './events.ts'
import { isExpired, type Shipping } from './state.ts'

/**
 * What one command makes of a shipping. Pure; `now` and new ids arrive in the command.
 * @throws Rejection as in rejections.ts
 */
function decideOn(command: Exclude<Command, { type: 'Open' }>, shipping: Shipping): ShippingEvent[] {
  const at = command.now
  switch (command.type) {
    case 'Pay':
      return pay(command, shipping)
    case 'RecordFundsLocked':
      return recordFundsLocked(command, shipping)
    case 'RecordCardStarted': {
      const { topupId, providerRefId, paymentUrl } = command
      if (!isCurrentCard(shipping, topupId) || shipping.payment.providerRefId !== undefined) return []
      return [{ type: 'CardStarted', data: { topupId, providerRefId, paymentUrl, at } }]
    }
    case 'RecordPayRefused':
      return recordPayRefused(command, shipping)
    case 'RecordMoneyRefused':
      return recordMoneyRefused(command, shipping)
    case 'RecordCardFailed':
      // what the provider has confirmed, as when the answer to the start was lost, fails no more
      if (!isCurrentCard(shipping, command.topupId) || shipping.payment.atLedger) return []
      return [{ type: 'CardFailed', data: { topupId: command.topupId, reason: command.reason, at } }]
    case 'RecordCardHeld':
      return recordCardHeld(command, shipping)
    case 'ConfirmCard':
      // SP-19: after the deadline or a cancel the money is credited as points and the shipping stays as it is
      if (shipping.status !== 'pending' || shipping.payment.atLedger || isExpired(shipping, at)) return []
      return [{ type: 'CardConfirmed', data: { topupId: command.topupId, at } }]
    case 'RecordPaid':
      return recordPaid(command, shipping)
    case 'Cancel':
      return cancel(command, shipping)
    case 'Supersede':
      return supersede(command, shipping)
    case 'RecordDelivery':
      return recordDelivery(command, shipping)
    case 'ConfirmDelivery':
      if (shipping.status !== 'processing') return []
      return [{ type: 'DeliveryConfirmed', data: { txHash: command.txHash, at } }]
    case 'FailDelivery':
      return failDelivery(command, shipping)
    case 'CancelDelivery':
      return cancelDelivery(command, shipping)
    case 'AskMoneyAgain':
      return askMoneyAgain(command, shipping)
    case 'DecideIncident':
      return decideIncident(command, shipping)
    case 'RecordLateCard':
      // SP-19: told to the buyer, who may have given it up
      return [{ type: 'LateCardCredited', data: { topupId: command.topupId, amount: command.amount, at } }]
    case 'RecordCardRefund': {
      const { type: _type, now: _now, ...data } = command
      return [{ type: 'CardRefundMoved', data: { ...data, at } }]
    }
    case 'RecordSettled':
      return shipping.status === 'mined' ? [{ type: 'ShippingSettled', data: { at } }] : []
    case 'RecordRefunded':
      return shipping.refunded ? [] : [{ type: 'ShippingRefunded', data: { at } }]
  }
}

export function decide(command: Command, shipping: Shipping | undefined): ShippingEvent[] {
  if (command.type === 'Open') return open(command, shipping)
  if (!shipping) throw new Rejection('SHIPPING_NOT_FOUND', { field: 'shipping_id' })
  return decideOn(command, shipping)
}
