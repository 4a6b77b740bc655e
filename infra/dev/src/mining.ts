import { callRpc } from '@talad/contracts/rpc'
import { isConfirmed } from '@talad/shared/chain/confirmations'
import { z } from 'zod'

const LOOK_MS = 300
/** Time on a chain stands still without blocks; a delivery must not be younger than the order that it fills. */
const IDLE_MS = 5_000

const blockSchema = z.object({
  number: z.string().transform(Number),
  timestamp: z.string().transform(Number),
  transactions: z.array(z.unknown()),
})

/**
 * Keeps a development chain alive, which makes a block only for a transaction: each transaction gets the blocks on top
 * that confirm it, and otherwise there is a block every few seconds, so that time moves. Whoever switches `evm_setAutomine`
 * off holds the chain until it is on again.
 * @param options `confirmations`: how many blocks a transaction is waited for, its own included; `idleMs`: between blocks
 *   without one, 5 s unless told
 * @returns stops it
 */
export function keepMining(options: {
  rpcUrl: string
  confirmations: number
  idleMs?: number
}): () => Promise<void> {
  const { rpcUrl, confirmations, idleMs = IDLE_MS } = options
  let lastBusy = 0
  let lastMined = performance.now()

  const look = async () => {
    const latest = blockSchema.parse(await callRpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false]))
    if (latest.transactions.length > 0) lastBusy = latest.number
    const unconfirmed = !isConfirmed(lastBusy, latest.number, confirmations)
    if (!unconfirmed && performance.now() - lastMined < idleMs) return
    if ((await callRpc(rpcUrl, 'anvil_getAutomine', [])) === false) return // somebody holds the chain
    await callRpc(rpcUrl, 'evm_mine', [])
    lastMined = performance.now()
  }

  let stopped = false
  let timer: NodeJS.Timeout
  let looking: Promise<void> = Promise.resolve()
  const schedule = () => {
    timer = setTimeout(() => {
      looking = look()
        .catch(() => {}) // the node is busy or gone: the next look tells
        .then(() => {
          if (!stopped) schedule()
        })
    }, LOOK_MS)
  }
  schedule()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await looking
  }
}
