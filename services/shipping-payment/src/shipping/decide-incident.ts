import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '../version.ts'
import type { MoneyFlow, Of } from './commands.ts'
import type { Incident, ShippingEvent } from './events.ts'
import type { Shipping } from './state.ts'

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
