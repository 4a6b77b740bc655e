import { roundHalfUp } from '@talad/shared/money'
import type { Posting } from './commands.ts'
import type { Leg } from './events.ts'
import { type HoldFlow, kindOf, type PlatformKind, type PostFlow, platformAccount } from './flows.ts'

type BlockRef = { flow: string; id: string; customerId: string }
type Named = Omit<Leg, 'flowEvent' | 'relatedId'>

function legsOf({ id }: BlockRef, flowEvent: Leg['flowEvent'], legs: readonly Named[]): Leg[] {
  return legs.map((leg) => ({ ...leg, flowEvent, relatedId: id }))
}

/** A part of a hold's amount is put aside, by an attempt. */
export function lockLegs(place: BlockRef, row: HoldFlow, value: bigint, attempt: number): Leg[] {
  if (value === 0n) return []
  const { flow, customerId: account } = place
  const leg = `${flow}.hold.${attempt}`
  return legsOf(place, row.event, [{ leg, account, unit: row.unit, flowType: 'lock', value, vat: 0n }])
}

/** What came in is put aside too, by the command that brought it. */
export function fillLegs(place: BlockRef, row: HoldFlow, value: bigint, key: string): Leg[] {
  const { flow, customerId: account } = place
  const leg = `${flow}.fill.${key}`
  return legsOf(place, row.event, [{ leg, account, unit: row.unit, flowType: 'lock', value, vat: 0n }])
}

/** A hold ends exactly once: its leg has one name. */
export function releaseLegs(place: BlockRef, row: HoldFlow, held: bigint): Leg[] {
  if (held === 0n) return []
  const { flow, customerId: account } = place
  const leg = `${flow}.release`
  return legsOf(place, row.event, [{ leg, account, unit: row.unit, flowType: 'lock', value: -held, vat: 0n }])
}

/** What is captured leaves the customer for where the flow puts it. */
export function captureLegs(
  place: BlockRef,
  row: HoldFlow & { captureTo: PlatformKind },
  amount: bigint,
): Leg[] {
  const { flow, customerId } = place
  const common = { unit: row.unit, value: amount, vat: 0n }
  const to = platformAccount(row.captureTo)
  return legsOf(place, row.event, [
    { ...common, leg: `${flow}.capture.customer.out`, account: customerId, flowType: 'out' },
    { ...common, leg: `${flow}.capture.${row.captureTo}.in`, account: to, flowType: 'in' },
  ])
}

/** LG-6: VAT of 7% is inside the service fee. */
export function vatInside(fee: bigint): bigint {
  return roundHalfUp(fee, 7n, 107n)
}

type Taxed = Posting & { vat: bigint }

/** A posting, and behind a service fee the VAT that it contains, on its way to the account for VAT or back. */
function withVat(posting: Posting, row: PostFlow): Taxed[] {
  const isFee = row.vat && posting.account === platformAccount('service_fee')
  const vat = isFee ? vatInside(posting.value) : 0n
  const taxed = { ...posting, vat }
  if (vat === 0n) return [taxed]
  const { unit, type } = posting
  const back = type === 'in' ? 'out' : 'in'
  return [
    taxed,
    { account: posting.account, unit, type: back, value: vat, vat: 0n },
    { account: platformAccount('vat'), unit, type, value: vat, vat: 0n },
  ]
}

/** LG-7: each leg has a name of its own: the kind of account, the direction, and a number where both come again. */
export function postLegs(place: BlockRef, row: PostFlow, postings: readonly Posting[]): Leg[] {
  const times = new Map<string, number>()
  const named = postings
    .flatMap((posting) => withVat(posting, row))
    .map(({ account, unit, type, value, vat }): Named => {
      const side = `${place.flow}.${kindOf(account)}.${type}`
      const count = (times.get(side) ?? 0) + 1
      times.set(side, count)
      const leg = count === 1 ? side : `${side}.${count}`
      return { leg, account, unit, flowType: type, value, vat }
    })
  return legsOf(place, row.event, named)
}
