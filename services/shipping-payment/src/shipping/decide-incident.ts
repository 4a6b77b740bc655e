import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '../version.ts'
import type { MoneyFlow, Of } from './commands.ts'
import { ENDED } from './decide-payment.ts'
import type { Incident, ShippingEvent } from './events.ts'
import type { Shipping } from './state.ts'

/**
 * Money follows the chain's word past the confirmations. Where a deeper reorganisation takes that word back after the
 * money has moved, or the ledger refuses what is due, nothing moves by itself: it is raised, once, for a person to decide.
 */
export function incident(shipping: Shipping, kind: Incident, reason: string, at: Date): ShippingEvent[] {
  if (shipping.incident !== undefined) return []
  return [{ type: 'IncidentRaised', data: { incident: kind, reason, at } }]
}

/**
 * The ledger would not pay the seller (SP-27), give the price back (SP-25), take back what it had paid (SP-1) or end a
 * hold (SP-23). Somebody's money stays where it is, and nobody can try again by themselves: a person has to look.
 */
export function recordMoneyRefused(command: Of<'RecordMoneyRefused'>, shipping: Shipping): ShippingEvent[] {
  const { flow, reason, now } = command
  // a payment that was faster than the cancel: PaidTooLate gives it back
  if (flow === 'release' && ENDED.includes(reason)) return []
  return incident(shipping, `${flow}_refused`, reason, now)
}

/** What the ledger has refused, by the incident that says so; what the chain has contradicted is none of these. */
const refusedFlows: Partial<Record<Incident, MoneyFlow>> = {
  settlement_refused: 'settlement',
  refund_refused: 'refund',
  release_refused: 'release',
  reversal_refused: 'reversal',
}

/**
 * LG-18: an admin has agreed with those concerned what becomes of a purchase that the chain has contradicted after its
 * money moved: the sale is reversed, or it stays as it is and what was locked of the seller is free.
 */
export function decideIncident(command: Of<'DecideIncident'>, shipping: Shipping): ShippingEvent[] {
  const { version, decision, by, note, delivery, now: at } = command
  requireVersion(shipping, version)
  const { incident } = shipping
  if (incident !== 'delivery_lost' && incident !== 'delivered_after_refund')
    throw new Rejection('NO_CHAIN_INCIDENT')
  if (decision === 'close') return [{ type: 'IncidentEnded', data: { by, note, at } }]
  if (incident !== 'delivery_lost') throw new Rejection('NOT_REVERSIBLE')
  if (delivery !== 'lost') throw new Rejection('DELIVERY_UNDER_WAY')
  return [{ type: 'MoneyAskedAgain', data: { flow: 'reversal', by, note, at } }]
}

/** SP-27: only for what is still delivered does the seller get the price; of what the chain took back the buyer does. */
function flowNow(flow: MoneyFlow, delivery: Of<'AskMoneyAgain'>['delivery']): MoneyFlow {
  if (flow !== 'settlement' || delivery === 'mined') return flow
  if (delivery === 'under way') throw new Rejection('DELIVERY_UNDER_WAY')
  return 'refund'
}

/**
 * An admin has mended why the ledger refused what is due (SP-23, SP-25, SP-27, SP-1): it is asked for once more, under a
 * key of its own. Refused again, it is an incident again.
 */
export function askMoneyAgain(command: Of<'AskMoneyAgain'>, shipping: Shipping): ShippingEvent[] {
  const { version, by, note, delivery, now: at } = command
  requireVersion(shipping, version)
  const refused = shipping.incident && refusedFlows[shipping.incident]
  if (refused === undefined) throw new Rejection('NOTHING_REFUSED')
  return [{ type: 'MoneyAskedAgain', data: { flow: flowNow(refused, delivery), by, note, at } }]
}
