import { feeAdminHttp as http } from '@talad/proto/http/moderation/fee-admin'
import { lowerAddress } from '@talad/shared/chain/address'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { basisPointsOf, changeFee } from './change-fee.ts'
import { feeIds, GENERAL, sheetIdOf } from './place.ts'
import { readSheet, sheetIds } from './read.ts'

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
    const fee = { id, type, customerId, issuerId: null, collectionId: null }
    const basisPoints = basisPointsOf(percent)
    const what = { type: 'SetFee' as const, fee, basisPoints, enabled: !disabled, field: 'percent', version }
    return transact(deps, (tx) => changeFee(tx, sheetId, what, call, deps.now()))
  })
}
