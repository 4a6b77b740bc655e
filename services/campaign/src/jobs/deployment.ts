import { job } from '@talad/shared/jobs'
import { changeIn, load, transact } from '@talad/shared/stream'
import { deploymentEnd } from '../contract/deployment.ts'
import { contracts } from '../contract/stream.ts'
import type { Deps } from '../deps.ts'
import { batching } from '../lane/batching.ts'

/** CA-52: a contract is where its factory says, whichever transaction put it there; else its deployment has failed. */
export const deploymentJob = job<{ contractId: string; reason: string }, Deps>(deploymentEnd, {
  async run({ contractId, reason }, { deps }) {
    const { state } = await load(deps.db, contracts, contractId)
    if (!state || state.address !== null) return
    const address = await deps.minter.addressOf(state.terms)
    const now = deps.now()
    await transact(deps, async (tx) => {
      const { events } = await changeIn(
        tx,
        contracts,
        contractId,
        { type: 'Settle', now, address, reason },
        now,
      )
      if (address !== undefined) await batching(tx, new Map([[contractId, now]]))
      else if (events.length > 0)
        deps.log.error({ contractId, reason }, 'the deployment of a contract has failed')
    })
  },
})
