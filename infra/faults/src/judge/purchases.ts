import type { System } from '../system.ts'
import { fulfilments } from './chain.ts'

/** A purchase as shipping-payment has it. */
export type Purchase = {
  id: string
  order_hash: string
  status: string
  buyer: string
  gross: bigint
  incident: string | null
  /** of its events */
  types: readonly string[]
}

/** Something that is not as it should be, and the order that it is about. */
export type Fault = { what: string; order?: string }

export async function purchasesOf({ db }: System): Promise<Purchase[]> {
  const { rows } = await db('shipping-payment').query<Purchase>(
    `select id, order_hash, status, buyer_customer_id as buyer, gross, incident, (
       select coalesce(array_agg(type), '{}') from kit.event where stream = 'shipping-' || s.id) as types
     from shipping s`,
  )
  return rows
}

/** Events that may stand in the log of one purchase once, whatever was repeated. */
const ONCE = [
  ...['ShippingOpened', 'PaymentCompleted', 'DeliveryConfirmed', 'DeliveryFailed', 'ShippingSettled'],
  ...['ShippingRefunded', 'ShippingCanceled', 'PaidTooLate'],
]

/** The legs of a purchase that move its price: into escrow, to the seller, or back. */
const [PAID, SETTLED, BACK] = [
  'shipping.capture.escrow.in',
  'settlement.escrow.out',
  'refund.escrow.out',
] as const

type Moved = { id: string; leg: string; value: bigint; times: bigint }
type Moves = ReadonlyMap<string, readonly Moved[]>

async function escrowMoves({ db }: System): Promise<Moves> {
  const { rows } = await db('ledger').query<Moved>(
    `select related_id as id, leg, sum(value)::bigint as value, count(*) as times from flow
     where account = 'platform:escrow' group by related_id, leg`,
  )
  return Map.groupBy(rows, ({ id }) => id)
}

/** Each purchase had one effect: delivered once and settled, or not delivered and the money back. */
function wrongWith({ id, status, gross, types, incident }: Purchase, moves: Moves): string[] {
  const moved = moves.get(id) ?? []
  const sumOf = (leg: string) => moved.find((one) => one.leg === leg)?.value ?? 0n
  const [paid, settled, back] = [sumOf(PAID), sumOf(SETTLED), sumOf(BACK)]
  const isSold = status === 'completed'
  const right = isSold ? paid === gross && settled === gross && back === 0n : paid === back && settled === 0n
  return [
    ...ONCE.filter((type) => types.filter((one) => one === type).length > 1).map(
      (type) => `has ${type} twice`,
    ),
    ...moved
      .filter(({ times }) => times > 1n)
      .map(({ leg, times }) => `moved its price ${times} times: ${leg}`),
    ...(right ? [] : [`is ${status}: ${paid} in, ${settled} settled, ${back} back of ${gross}`]),
    ...(incident === null ? [] : [`has an incident: ${incident}`]),
  ]
}

/** What is sold is filled on the chain once, and nothing else is. */
export function wrongFills(
  fills: ReadonlyMap<string, number>,
  purchases: readonly Pick<Purchase, 'order_hash' | 'status'>[],
): Fault[] {
  const sold = Map.groupBy(
    purchases.filter(({ status }) => status === 'completed'),
    ({ order_hash }) => order_hash,
  )
  const found: Fault[] = []
  for (const [order, { length }] of sold) {
    const times = fills.get(order) ?? 0
    if (length > 1) found.push({ what: `${order} was sold ${length} times`, order })
    if (times !== 1) found.push({ what: `a delivered order was filled ${times} times`, order })
  }
  for (const order of fills.keys())
    if (!sold.has(order)) found.push({ what: `${order} was filled, but not sold`, order })
  return found
}

/** What is wrong with any purchase, its money in escrow, or its delivery. */
export async function judgePurchases(system: System, purchases: readonly Purchase[]): Promise<Fault[]> {
  const moves = await escrowMoves(system)
  const known = new Set(purchases.map(({ id }) => id))
  const strays = [...moves.keys()].filter((id) => !known.has(id))
  return [
    ...strays.map((id) => ({ what: `money of ${id}, which is no purchase, was in escrow` })),
    ...purchases.flatMap((purchase) =>
      wrongWith(purchase, moves).map((what) => ({
        what: `purchase ${purchase.id} ${what}`,
        order: purchase.order_hash,
      })),
    ),
    ...wrongFills(await fulfilments(system.run.rpc, system.run.contracts.seaport), purchases),
  ]
}
