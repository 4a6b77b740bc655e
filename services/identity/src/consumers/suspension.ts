import { standings } from '@talad/market/standing'
import { lockContract, suspensions } from '@talad/market/suspensions'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { pictureSuspended } from '../jobs/picture-suspended.ts'

type Contract = { blockchain: string; contractAddress: string }
const inLine = (contract: Contract) => ({ payload: contract, key: Object.values(contract).join(':') })

/** MO-7: keeps what is suspended, and has the pictures of it go. */
export const suspensionKept = keepReplica<typeof suspensions.event, Deps>(suspensions, {
  group: 'identity.suspended-picture',
  async each({ blockchain, contractAddress, status }, { tx, now }) {
    const contract = { blockchain, contractAddress: contractAddress.toLowerCase() }
    await lockContract(tx, contract, 'suspension')
    if (status !== 'suspended') return
    await pictureSuspended.enqueue(tx, [inLine(contract)], now)
  },
})

/** MO-1: keeps what assets stand for, and has the pictures of what turns out to stand for something suspended go. */
export const standingChanged = keepReplica<typeof standings.event, Deps>(standings, {
  group: 'identity.standing',
  lingerMs: 200,
  async run(assets, { tx, now }) {
    const standing = assets.filter(({ abstractKind }) => abstractKind !== '')
    const pieces = standing.map(({ blockchain, contractAddress }) =>
      inLine({ blockchain, contractAddress: contractAddress.toLowerCase() }),
    )
    await pictureSuspended.enqueue(tx, pieces, now)
  },
})
