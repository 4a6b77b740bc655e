import { lockContract, suspensions } from '@talad/market/suspensions'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { pictureSuspended } from '../jobs/picture-suspended.ts'

/** MO-7: keeps what is suspended, and has the pictures of it go. */
export const suspensionKept = keepReplica<typeof suspensions.event, Deps>(suspensions, {
  group: 'identity.suspended-picture',
  async each({ blockchain, contractAddress, status }, { tx, now }) {
    const contract = { blockchain, contractAddress: contractAddress.toLowerCase() }
    await lockContract(tx, contract, 'suspension')
    if (status !== 'suspended') return
    await pictureSuspended.enqueue(tx, [
      { payload: contract, key: Object.values(contract).join(':'), at: now },
    ])
  },
})
