import type { PersonKey } from '@talad/demo/people'
import type { CreditBalance, CreditFlow } from '@talad/proto/http/ledger/credit'
import { began, customerOf, hex } from './world.ts'

type Unit = CreditFlow['unit']

/** Credit movements of made-up people, oldest first. */
const flows: (CreditFlow & { person: PersonKey })[] = []

export function post(
  person: PersonKey,
  unit: Unit,
  type: CreditFlow['flow_type'],
  event: CreditFlow['flow_event'],
  value: number,
  at = Date.now(),
  shippingId?: string,
) {
  const before = balanceOf(person, unit)
  flows.push({
    person,
    _id: hex(24, `flow ${flows.length}`),
    customer_id: customerOf(person),
    unit,
    flow_type: type,
    flow_event: event,
    value,
    vat: 0,
    net_value: value,
    balance_after: before.balance + (type === 'in' ? value : type === 'out' ? -value : 0),
    locked_after: before.balance_locked + (type === 'lock' ? value : 0),
    ...(shippingId === undefined ? {} : { shipping_id: shippingId }),
    created: new Date(at).toISOString(),
  })
}

export function balanceOf(person: PersonKey, unit: Unit): CreditBalance {
  const last = flows.findLast((flow) => flow.person === person && flow.unit === unit)
  const balance = last?.balance_after ?? 0
  const locked = last?.locked_after ?? 0
  return {
    customer_id: customerOf(person),
    unit,
    balance,
    balance_locked: locked,
    balance_spendable: balance - locked,
  }
}

type Narrowed = {
  unit?: Unit | undefined
  ty?: string[] | undefined
  ev?: string[] | undefined
  from?: string | undefined
  to?: string | undefined
}

export function flowsOf(person: PersonKey, { unit, ty, ev, from, to }: Narrowed): CreditFlow[] {
  return flows
    .filter((flow) => flow.person === person && (unit === undefined || flow.unit === unit))
    .filter((flow) => (ty?.includes(flow.flow_type) ?? true) && (ev?.includes(flow.flow_event) ?? true))
    .filter(({ created }) => (from === undefined || created >= from) && (to === undefined || created < to))
    .map(({ person: _person, ...flow }) => flow)
    .toReversed()
}

const DAY_MS = 86_400_000
post('buyer', 'pt_thb', 'in', 'topup', 65_000, began - 3 * DAY_MS)
post('buyer', 'pt_thb', 'out', 'shipping', 65_000, began - 3 * DAY_MS, hex(24, 'old shipping'))
post('buyer', 'pt_thb', 'in', 'topup', 40_000, began - DAY_MS)
post('buyer', 'pt_thb', 'lock', 'shipping', 15_000, began - DAY_MS / 2)
post('buyer', 'pt_thb', 'lock', 'shipping', -15_000, began - DAY_MS / 3)
post('seller', 'ft_thb', 'in', 'shipping', 61_750, began - 3 * DAY_MS, hex(24, 'old shipping'))
post('seller', 'ft_thb', 'in', 'shipping', 94_050, began - 2 * DAY_MS)
