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
 * that confirm it, and otherwise there is a block every few seconds, so that time moves.
 * @param options `confirmations`: how many blocks a transaction is waited for, its own included
 * @returns stops it
 */
export function keepMining(options: { rpcUrl: string; confirmations: number }): () => Promise<void> {
  const { rpcUrl, confirmations } = options
  let lastBusy = 0
  let lastMined = performance.now()

  const look = async () => {
    const latest = blockSchema.parse(await callRpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false]))
    if (latest.transactions.length > 0) lastBusy = latest.number
    const unconfirmed = !isConfirmed(lastBusy, latest.number, confirmations)
    if (!unconfirmed && performance.now() - lastMined < IDLE_MS) return
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
