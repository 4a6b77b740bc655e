import { feeAdminHttp as http } from '@talad/proto/http/moderation/fee-admin'
import { lowerAddress } from '@talad/shared/chain/address'
import type { Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { requireCustomer } from '../identity/known.ts'
import { basisPointsOf, changeFee } from './change-fee.ts'
import { feeIds, GENERAL, sheetIdOf } from './place.ts'
import { readSheet, sheetIds } from './read.ts'

async function isFee(db: Queryable, feeId: string): Promise<boolean> {
  return (await db.query('select 1 from fee where fee_id = $1', [feeId])).rows.length > 0
}

/** MO-35; refusals by the rows of rejections.ts. */
export function feeRoutes(app: App, deps: Deps): void {
  app.route(http.pickFees, ({ query: { blockchain, contract_address: contract } }) => {
    if (contract === undefined) return readSheet(deps.db, GENERAL)
    if (blockchain === undefined) throw new Rejection('REQUIRED_PARAMETER', { field: 'blockchain' })
    return readSheet(
      deps.db,
      sheetIdOf({ blockchain, contractAddress: lowerAddress(contract, 'contract_address') }),
    )
  })

  app.route(http.listFees, async ({ query }) => {
    const { contract_address: contract, count = false, ps: size, pi: index } = query
    const of = contract && lowerAddress(contract, 'contract_address')
    const { ids, total } = await sheetIds(deps.db, { contract: of, size, index, count })
    return page(await Promise.all(ids.map((id) => readSheet(deps.db, id))), query, total)
  })

  app.route(http.setFee, async (call) => {
    const { type, contract, customer_id: customerId = null, percent, disabled, version } = call.body
    const place = contract && {
      blockchain: contract.blockchain,
      contractAddress: lowerAddress(contract.address, 'contract.address'),
    }
    const sheetId = sheetIdOf(place)
    const id = customerId === null ? feeIds.service(sheetId) : feeIds.royalty(sheetId, customerId)
    // MO-35: whom a royalty names anew is somebody; who has one already may have gone since
    if (customerId !== null && !(await isFee(deps.db, id)))
      await requireCustomer(deps, customerId, 'customer_id')
    const fee = { id, type, customerId, issuerId: null, collectionId: null }
    const basisPoints = basisPointsOf(percent)
    const what = { type: 'SetFee' as const, fee, basisPoints, enabled: !disabled, field: 'percent', version }
    return transact(deps, (tx) => changeFee(tx, sheetId, what, call, deps.now()))
  })
}
