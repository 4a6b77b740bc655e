import type { Queryable, Tx } from '@talad/shared/db'
import { checkCoupon, consumeCoupon } from '../coupon/consume.ts'
import { type CouponAsked, findCoupon } from '../coupon/find.ts'
import { lockCoupons } from '../coupon/locks.ts'
import { lockedOf } from '../coupon/uses.ts'
import type { Snapshot } from '../requirement/snapshot.ts'
import type { Definition } from './definition.ts'
import type { TriggerRow } from './rows.ts'
import type { Known } from './snapshot.ts'

type Typed = Pick<TriggerRow, 'input'>

/** The code of a trigger, as it is to be looked for; undefined: none is asked for, or none was sent. */
function askedOf({ input }: Typed, definition: Definition, known: readonly Known[]): CouponAsked | undefined {
  const { coupon: of } = definition
  const code = input.coupon?.code
  if (!of || code === undefined) return undefined
  const names = new Set(known.map(({ name }) => name))
  return { code, of, owns: ({ itemId, token }) => names.has(`vitem:${itemId}/${token}`) }
}

/** Holds what the codes of triggers count in, in one order, after all that comes before. */
export async function holdCoupons(
  tx: Tx,
  typed: readonly { row: Typed; definition: Definition; known: readonly Known[] }[],
  now: Date,
): Promise<void> {
  const found = []
  for (const { row, definition, known } of typed) {
    const asked = askedOf(row, definition, known)
    const coupon = asked && (await findCoupon(tx, asked))
    if (coupon) found.push(lockedOf(coupon))
  }
  if (found.length > 0) await lockCoupons(tx, found, now)
}

/** What of a coupon is against a trigger now (CA-39); undefined: none is asked for. */
export async function couponState(
  db: Queryable,
  { row, definition, known }: { row: Typed; definition: Definition; known: readonly Known[] },
  now: Date,
): Promise<Snapshot['coupon']> {
  if (!definition.coupon) return undefined
  const asked = askedOf(row, definition, known)
  if (!asked) return { reason: 'required' }
  const checked = await checkCoupon(db, asked, now)
  return checked.usable ? {} : { reason: checked.reason, retryAt: checked.retryAt }
}

/** Uses the code of a success, once by its id. @throws where it was good under its locks and is not */
export async function useCoupon(
  tx: Tx,
  { row, definition, known }: { row: TriggerRow; definition: Definition; known: readonly Known[] },
  now: Date,
): Promise<void> {
  const asked = askedOf(row, definition, known)
  if (!asked) return
  const used = await consumeCoupon(tx, { ...asked, key: row.id, by: row.account_id }, now)
  if (!used.usable) throw new Error(`a coupon that was held is ${used.reason}`)
}
