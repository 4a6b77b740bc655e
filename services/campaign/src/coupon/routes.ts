import {
  couponAdminHttp as adminHttp,
  type CouponConsumption,
  couponHttp as http,
} from '@talad/proto/http/campaign/coupons'
import type { Queryable } from '@talad/shared/db'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor, CallerPorts } from '@talad/shared/http/auth'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import { audited, type Caller, nameOf } from '../audited.ts'
import type { Deps } from '../deps.ts'
import { requireOpen } from '../project/rows.ts'
import { checkCoupon, consumeCoupon, releaseCoupon } from './consume.ts'
import { type CouponAsked, findCoupon } from './find.ts'
import { isHolder } from './holder.ts'
import { couponOfItem } from './item.ts'
import { revealCoupon } from './reveal.ts'
import { shownResult, shownUse } from './shown.ts'
import { findUse, listUses } from './uses.ts'

type Request = Parameters<NonNullable<CallerPorts['projectRoles']>>[2]
type Checked = { nft_item_id: string; token_id: number; code: string }
const askedOf = ({ nft_item_id: itemId, token_id: token, code }: Checked): CouponAsked => ({
  code,
  of: { itemId, token },
})

/** CA-72: who may look is not always who may use. @throws Rejection PERMISSION_REQUIRED, UNAUTHORIZED */
async function requireMayUse(
  { apiKeys, projectRoles }: CallerPorts,
  actor: Actor | undefined,
  request: Request,
): Promise<void> {
  const { sentKey } = request
  if (sentKey) {
    if ((await apiKeys?.(sentKey.digest, 'coupon.consume', request)) === undefined)
      throw new Rejection('UNAUTHORIZED') // CA-6: whatever is wrong with a key
  } else if (!(actor && (await projectRoles?.(actor, 'project.mint', request))))
    throw new Rejection('PERMISSION_REQUIRED', { details: { permission: 'project.mint' } })
}

/** Whether a coupon of an item is everybody's to see (CA-66). */
const isOpen = async (db: Queryable, itemId: string, token: number) =>
  (await couponOfItem(db, itemId, token))?.coupon?.public === true

/** CA-66 to CA-74, CA-82; refusals by the rows of rejections.ts. */
export function couponRoutes(app: App, deps: Deps & { callers: CallerPorts }): void {
  const { db } = deps
  const look = async (asked: Checked) => shownResult(await checkCoupon(db, askedOf(asked), deps.now()))

  app.route(http.openCheckCoupon, async ({ query }) => {
    if (!query.passive)
      throw new Rejection('PERMISSION_REQUIRED', { details: { permission: 'project.mint' } }) // CA-72
    return look(query)
  })

  app.route(http.openPostCheckCoupon, ({ body }) => look(body))

  app.route(http.revealCoupon, async (call) => {
    const { nft_item_id: itemId, token_id: token } = call.body
    const { accountId } = signedIn(call.actor)
    const isTheirs = (await isHolder(deps, { itemId, token }, accountId)) || (await isOpen(db, itemId, token))
    if (!isTheirs) throw new Rejection('HOLDING_NOT_FOUND', { field: 'token_id' }) // CA-82
    return transact(deps, async (tx) => {
      const now = deps.now()
      const revealed = await revealCoupon(tx, deps.couponKey, { itemId, token }, now)
      if (revealed.found) await requireOpen(tx, revealed.found.spaceId)
      return call.attempt.keep(tx, shownResult(revealed))
    })
  })

  /** CA-72: looks, or uses. */
  async function checkOrUse(
    call: Caller & { isTest: boolean; request: Request },
    { passive, ...asked }: Checked & { passive: boolean },
  ) {
    if (!passive) await requireMayUse(deps.callers, call.actor, call.request)
    if (passive || call.isTest) return { ...(await look(asked)), use_id: null } // CA-6: a test key is told what would be
    if (call.request.headers['idempotency-key'] === undefined)
      throw new Rejection('REQUIRED_PARAMETER', { field: 'Idempotency-Key' }) // CA-72
    const { nft_item_id: id } = asked
    const line = { action: 'coupon.consume' as const, target: { kind: 'item', id } }
    return audited<CouponConsumption>(deps, call, line, async (tx, now) => {
      const use = { ...askedOf(asked), key: call.attempt.id, by: nameOf(call) }
      const used = await consumeCoupon(tx, use, now)
      if (!used.usable) return { answer: { ...shownResult(used), use_id: null } }
      if (used.found) await requireOpen(tx, used.found.spaceId)
      const left = { ...used, found: await findCoupon(tx, use) }
      return { after: { useId: used.useId }, answer: { ...shownResult(left), use_id: used.useId } }
    })
  }

  app.route(adminHttp.checkCoupon, (call) => checkOrUse(call, call.query))
  app.route(adminHttp.postCheckCoupon, (call) => checkOrUse(call, call.body))

  app.route(adminHttp.listCouponUses, async ({ query }) => ({
    uses: page((await listUses(db, query)).map(shownUse), query),
  }))

  app.route(adminHttp.releaseCoupon, (call) => {
    const { space_id, use_id: id, reason: note } = call.body
    const line = { action: 'coupon.release' as const, target: { kind: 'coupon-use', id }, note }
    return audited(deps, call, line, async (tx, now) => {
      await requireOpen(tx, space_id)
      const use = await findUse(tx, { id })
      const released = use?.space_id === space_id ? await releaseCoupon(tx, { id }, now) : undefined
      if (!released) throw new Rejection('COUPON_USE_NOT_FOUND', { field: 'use_id' })
      return { ...released, answer: { use: shownUse(released.after) } }
    })
  })
}
