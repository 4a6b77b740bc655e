import { contractAdminHttp as http } from '@talad/proto/http/campaign/contracts-admin'
import type { Tx } from '@talad/shared/db'
import { decide } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { mintsWaiting } from '../lane/batching.ts'
import { sendDeployment } from '../lane/send.ts'
import { requireOpen } from '../project/rows.ts'
import { requireVirtual } from '../virtual/change.ts'
import { type ContractRow, findContract, listContracts } from './rows.ts'
import { contracts } from './stream.ts'

const shown = ({ minter }: Deps, row: ContractRow) => ({
  _id: row.id,
  project_id: row.project_id,
  collection_id: row.collection_id,
  blockchain: row.blockchain,
  contract_class: row.contract_class,
  name: row.name,
  symbol: row.symbol,
  factory_address: row.factory,
  creation_data: minter.deploymentData({
    ...row,
    collectionId: row.collection_id,
    contractClass: row.contract_class,
  }),
  contract_address: row.address,
  minting_zone: row.lane,
  disabled: row.disabled,
  tx_status: row.tx_status,
  tx_hash: row.tx_hash,
  retry_count: row.retry_count,
  retry_reason: row.retry_reason,
  failed_reason: row.failed_reason,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})

async function answerOf(deps: Deps, tx: Tx, id: string) {
  const row = await findContract(tx, id)
  if (!row) throw new Rejection('CONTRACT_NOT_FOUND', { field: '_id' })
  return { contract: shown(deps, row) }
}

/** CA-52, CA-53; refusals by the rows of rejections.ts. */
export function contractRoutes(app: App, deps: Deps): void {
  const { db, minter } = deps

  app.route(http.listCollectionContracts, async ({ query }) => ({
    contracts: { list: (await listContracts(db, query.collection_id)).map((row) => shown(deps, row)) },
  }))

  app.route(http.createCollectionContract, async (call) => {
    const { collection_id: collectionId, contract_class: contractClass, ...given } = call.body.contract
    const { accountId: by } = signedIn(call.actor)
    if (given.blockchain !== minter.blockchain)
      throw new Rejection('VALIDATION', {
        field: 'contract.blockchain',
        details: { reason: `must be ${minter.blockchain}` },
      })
    const known = (await listContracts(db, collectionId)).find(
      (one) => one.blockchain === given.blockchain && one.contract_class === contractClass,
    )
    const id = known?.id ?? call.attempt.id
    return decide(deps, contracts, id, {
      call,
      action: 'contract.create',
      command: async ({ tx, now }) => {
        const { row } = await requireVirtual(tx, 'vcollection', collectionId)
        await requireOpen(tx, row.project_id)
        if (row.archived) throw new Rejection('COLLECTION_ARCHIVED', { field: 'contract.collection_id' }) // CA-17
        const named = { projectId: row.project_id, collectionId, contractClass, ...given }
        return {
          type: 'Request',
          by,
          now,
          terms: { ...named, factory: minter.factory, lane: minter.laneOf(named) },
        }
      },
      beside: async ({ tx }, { state }) => {
        if (state) await sendDeployment(tx, deps, id, state.terms, state.tries)
      },
      answer: (_, { tx }) => answerOf(deps, tx, id),
    })
  })

  app.route(http.disableCollectionContract, async (call) => {
    const { _id: id, disabled } = call.body.contract
    const { accountId: by } = signedIn(call.actor)
    return decide(deps, contracts, id, {
      call,
      action: 'contract.disable',
      command: async ({ tx, now }) => {
        await requireOpen(tx, (await findContract(tx, id))?.project_id ?? '')
        return { type: 'Disable', by, now, disabled }
      },
      beside: async ({ tx, now }) => {
        if (disabled) return
        await mintsWaiting.enqueue(tx, [{ key: id, payload: { contractId: id, after: '' } }], now) // CA-50
      },
      answer: (_, { tx }) => answerOf(deps, tx, id),
    })
  })
}
