import type { CouponReason } from '@talad/proto/http/campaign/coupon-shapes'
import { code as normalCode } from '@talad/proto/http/campaign/payload/modules'
import type { Queryable, Tx } from '@talad/shared/db'
import { VersionConflict } from '@talad/shared/event-log'
import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import { countUse, uncountUse } from './count.ts'
import { decide } from './decide.ts'
import { type CouponAsked, type FoundCoupon, findCoupon } from './find.ts'
import type { ItemCoupon } from './item.ts'
import { isBounded, levelsOf, NOTHING_HELD } from './levels.ts'
import { lockCoupons } from './locks.ts'
import { findUse, heldOf, lockedOf, saveUse, type UseRow } from './uses.ts'

/** Why a coupon can't be used, and when it may be; `found`: where it is who asks' own. */
export type CouponRefused = {
  usable: false
  reason: CouponReason
  retryAt?: Date | undefined
  found?: FoundCoupon | undefined
}
export type CouponChecked = { usable: true; found: FoundCoupon } | CouponRefused
export type CouponUsed = { usable: true; found: FoundCoupon | undefined; useId: string } | CouponRefused

/** A use of a code. */
export type CouponUse = CouponAsked & {
  /** what makes it one use however often it is asked for, in the whole system: id of a trigger, or of a call */
  key: string
  /** account, or `key:` and id of an API key */
  by: string
  /** absent: it is used now; else its place is held until then, to be used or released under the same key */
  pendingUntil?: Date | undefined
}

const placeOf = ({ entry, spaceId, poolName, itemId, token, code }: FoundCoupon) =>
  JSON.stringify([entry?.id ?? [itemId, token, code], spaceId, poolName])

const NOT_FOUND: CouponRefused = { usable: false, reason: 'not_found' }

/**
 * CA-69 to CA-73: whether a code may be used now. Writes nothing.
 * @param asked.key of a use that asks about itself
 * @param item the item that it is of, where that was read just now
 */
export async function checkCoupon(
  db: Queryable,
  asked: CouponAsked & { key?: string | undefined },
  now: Date,
  item?: ItemCoupon,
): Promise<CouponChecked> {
  const found = await findCoupon(db, asked, item)
  if (!found) return NOT_FOUND
  const held = isBounded(found) ? await heldOf(db, found, { key: asked.key, now }) : NOTHING_HELD
  const against = decide(levelsOf(found, held), now)
  return against ? { usable: false, ...against, found } : { usable: true, found }
}

/** What a key was used for, where nothing is left to decide. @throws Rejection IDEMPOTENCY_MISMATCH where that was something else */
function usedBefore({ code, of }: CouponUse, before: UseRow): CouponUsed | undefined {
  const isSame = 'itemId' in of ? of.itemId === before.item_id : of.poolName === before.pool_name
  if (!isSame || normalCode.safeParse(code).data !== before.code) throw new Rejection('IDEMPOTENCY_MISMATCH')
  if (before.state === 'released') return { usable: false, reason: 'released' }
  return before.state === 'consumed' ? { usable: true, found: undefined, useId: before.id } : undefined
}

/** Decides by fresh rows. @param locked those that are */
async function useLocked(
  tx: Tx,
  asked: CouponUse,
  locked: ReadonlySet<string>,
  now: Date,
): Promise<CouponUsed> {
  const before = await findUse(tx, { key: asked.key })
  const known = before && usedBefore(asked, before)
  if (known) return known
  const checked = await checkCoupon(tx, asked, now)
  if (!checked.usable) return checked
  const { found } = checked
  // it became theirs since it was looked for: the whole transaction runs again
  if (!locked.has(placeOf(found))) throw new VersionConflict(`coupon-${found.spaceId}`, 0)
  const { key, by, pendingUntil } = asked
  const isUsed = pendingUntil === undefined
  const id = before?.id ?? newId(now)
  const isSaved = await saveUse(tx, {
    id,
    space_id: found.spaceId,
    use_key: key,
    pool_name: found.poolName,
    code_id: found.entry?.id ?? null,
    item_id: found.itemId,
    token: found.token,
    code: found.code,
    state: isUsed ? 'consumed' : 'pending',
    ends: pendingUntil ?? null,
    used_at: isUsed ? now : null,
    by,
    created: now,
    updated: now,
  })
  if (!isSaved) throw new Rejection('IDEMPOTENCY_MISMATCH') // the key went to another code just now
  await countUse(tx, found, isUsed, now)
  return { usable: true, found, useId: id }
}

/**
 * CA-40, CA-74: uses codes, or holds places of them, each once by its key, in the caller's transaction: take it back with
 * that. All that they count in is locked first, in one order, after whatever the caller has locked. Who is refused has
 * written nothing. A use that was pending is used now; under its own key it is never in its own way.
 * @returns of each what became of it: `found` is what it was found by before it was used
 * @throws Rejection IDEMPOTENCY_MISMATCH for a key of another use
 */
export async function consumeCoupons(tx: Tx, asked: readonly CouponUse[], now: Date): Promise<CouponUsed[]> {
  const found: FoundCoupon[] = []
  for (const one of asked) {
    const it = await findCoupon(tx, one)
    if (it) found.push(it)
  }
  await lockCoupons(tx, found.map(lockedOf), now)
  const locked = new Set(found.map(placeOf))
  const used: CouponUsed[] = []
  for (const one of asked) used.push(await useLocked(tx, one, locked, now))
  return used
}

/** As `consumeCoupons` of one. */
export async function consumeCoupon(tx: Tx, asked: CouponUse, now: Date): Promise<CouponUsed> {
  const [used] = await consumeCoupons(tx, [asked], now)
  if (!used) throw new Error('nothing became of a coupon')
  return used
}

/**
 * CA-42, CA-74: takes a use back, under the locks that it was made under; again, it is taken back already.
 * @returns the use as it was and is; undefined: there is none
 */
export async function releaseCoupon(
  tx: Tx,
  which: { id: string } | { key: string },
  now: Date,
): Promise<{ before: UseRow; after: UseRow } | undefined> {
  const use = await findUse(tx, which)
  if (!use) return undefined
  const { space_id: spaceId, code, pool_name: poolName, code_id: entryId, item_id: itemId } = use
  const token = use.token === null ? null : Number(use.token)
  await lockCoupons(tx, [{ spaceId, code, poolName, entryId, itemId, token, made: false }], now)
  const { rows } = await tx.query<UseRow>('select * from coupon_use where id = $1 for update', [use.id])
  const [before] = rows
  if (!before || before.state === 'released') return before && { before, after: before }
  if (before.state === 'consumed') await uncountUse(tx, before)
  const released = await tx.query<UseRow>(
    `update coupon_use set state = 'released', ends = null, updated = $2 where id = $1 returning *`,
    [use.id, now],
  )
  return { before, after: released.rows[0] ?? before }
}
