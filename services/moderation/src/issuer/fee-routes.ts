import { feeAdminHttp as http } from '@talad/proto/http/moderation/fee-admin'
import type { Tx } from '@talad/shared/db'
import { decideIn } from '@talad/shared/decision'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import { decisionOf, type NotedCall } from '../decision-call.ts'
import type { Deps } from '../deps.ts'
import { basisPointsOf, changeFee } from '../fee/change-fee.ts'
import { lockFees } from '../fee/lock.ts'
import { feeIds, placeOf, sheetIdOf } from '../fee/place.ts'
import { collectionAt, placeOfCollection, placesOf, readSheet } from '../fee/read.ts'
import { sheets } from '../fee/stream.ts'
import { requireActiveIssuer, requireIssuer } from './read-model.ts'

/** @throws Rejection FEE_NOT_FOUND: none of an issuer has this id */
async function findIssuerFee(tx: Tx, feeId: string): Promise<{ sheet_id: string; issuer_id: string }> {
  const { rows } = await tx.query<{ sheet_id: string; issuer_id: string }>(
    `select sheet_id, issuer_id from fee where fee_id = $1 and type = 'issuer'`,
    [feeId],
  )
  const [row] = rows
  if (!row) throw new Rejection('FEE_NOT_FOUND', { field: 'fee_id' })
  return row
}

function issuerFee(issuerId: string, collectionId: string) {
  const about = { type: 'issuer' as const, customerId: null, issuerId, collectionId }
  return { ...about, id: feeIds.issuer(issuerId, collectionId) }
}

/** MO-34: of every collection that the issuer touches and has no fee in. @returns how many were missing */
async function syncFees(tx: Tx, issuerId: string, call: NotedCall, now: Date): Promise<number> {
  const { ranges } = await requireActiveIssuer(tx, issuerId, 'issuer_id')
  const sheetIds = [...new Set(ranges.map(sheetIdOf))].sort()
  await lockFees(tx, sheetIds)
  let created = 0
  for (const sheetId of sheetIds) {
    const collectionId = await collectionAt(tx, placeOf(sheetId))
    if (collectionId === undefined) continue
    const fee = issuerFee(issuerId, collectionId)
    const decision = {
      call,
      action: 'fee.sync' as const,
      target: { kind: 'fee', id: fee.id },
      note: call.body.note,
      command: () => ({ type: 'AddMissing' as const, fee, ...decisionOf(call, now) }),
    }
    if ((await decideIn(tx, sheets, sheetId, decision, now)).changed) created += 1
  }
  return created
}

/** MO-33, MO-34: the fees of issuers; refusals by the rows of rejections.ts. */
export function issuerFeeRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.listIssuerFees, async ({ query: { is } }) => {
    const { ranges } = await requireIssuer(db, is, 'is')
    const list = (await placesOf(db, is, ranges)).map(async (sheetId) => ({
      ...(await readSheet(db, sheetId)),
      collection_id: (await collectionAt(db, placeOf(sheetId))) ?? null,
    }))
    return { list: await Promise.all(list) }
  })

  app.route(http.setIssuerFee, async (call) => {
    const { issuer_id: issuerId, collection_id: collectionId, fee_percent: percent, version } = call.body
    return transact(deps, async (tx) => {
      const { ranges } = await requireActiveIssuer(tx, issuerId, 'issuer_id')
      const place = await placeOfCollection(tx, collectionId)
      const sheetId = place && sheetIdOf(place)
      if (!sheetId || !ranges.map(sheetIdOf).includes(sheetId))
        throw new Rejection('COLLECTION_NOT_FOUND', { field: 'collection_id' })
      const fee = issuerFee(issuerId, collectionId)
      const basisPoints = basisPointsOf(percent)
      const what = { type: 'SetFee' as const, fee, basisPoints, field: 'fee_percent', version }
      return changeFee(tx, sheetId, what, call, deps.now())
    })
  })

  app.route(http.syncIssuerFees, async (call) => {
    return transact(deps, async (tx) =>
      call.attempt.keep(tx, { created: await syncFees(tx, call.body.issuer_id, call, deps.now()) }),
    )
  })

  app.route(http.enableIssuerFee, async (call) => {
    const { fee_id: feeId, enabled, version } = call.body
    return transact(deps, async (tx) => {
      const fee = await findIssuerFee(tx, feeId)
      if (enabled) await requireActiveIssuer(tx, fee.issuer_id, 'fee_id')
      const what = { type: 'SwitchFee' as const, feeId, enabled, version }
      return changeFee(tx, fee.sheet_id, what, call, deps.now())
    })
  })

  app.route(http.removeIssuerFee, async (call) => {
    const { fee_id: feeId, version } = call.body
    return transact(deps, async (tx) => {
      const { sheet_id: sheetId } = await findIssuerFee(tx, feeId)
      const what = { type: 'RemoveFee' as const, feeId, version }
      return changeFee(tx, sheetId, what, call, deps.now())
    })
  })
}
