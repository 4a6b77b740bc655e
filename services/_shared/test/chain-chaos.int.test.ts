import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../src/testing/wait.ts'
import type { Fault } from './chain-proxy.ts'
import { ONE, type Rig, startKey, startRig } from './chain-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** The same numbers in every run: a linear congruential generator. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Twice as many as there are jobs: the last one has as many disturbances before it as the first one after it. */
const ROUNDS = 60

const FAULTS: readonly Fault[] = [
  'cut-before',
  'cut-after',
  { http: 429 },
  { http: 500 },
  { rpc: { code: -32_000, message: 'nonce too low' } },
  { rpc: { code: -32_000, message: 'exceeds block gas limit' } },
  { rpc: { code: -32_000, message: 'replacement transaction underpriced' } },
  { rpcAfter: { code: -32_603, message: 'internal error' } },
]

test.each([1, 2, 3])(
  'CA-47 each job happens once whatever the node answers and whenever the process dies (%i)',
  async (seed) => {
    const random = numbersFrom(seed)
    const isFault = (share: number) => random() < share
    let calm = false
    const key = await startKey(rig, {
      confirmations: 2,
      settings: { maxRetries: 1_000, stuckMs: 150, rebroadcastMs: 60, maxBackoffMs: 100, backoffMs: 10 },
      onChange: async () => {
        if (!calm && isFault(0.1)) throw new Error('the database went away')
      },
    })
    rig.proxy.rule = (call) => {
      if (calm || !isFault(call.method === 'eth_sendRawTransaction' ? 0.4 : 0.04)) return undefined
      const fault = FAULTS[Math.floor(random() * FAULTS.length)]
      const spoken = typeof fault === 'object' && 'rpc' in fault
      return spoken && call.method !== 'eth_sendRawTransaction' ? { http: 503 } : fault
    }
    await rig.rpc('evm_setAutomine', false)
    const jobs = []
    for (let round = 0; round < ROUNDS; round++) {
      if (jobs.length < 30) jobs.push(await key.ask())
      if (isFault(0.5)) await rig.mine()
      if (isFault(0.1)) await rig.rpc('anvil_dropAllTransactions')
      if (isFault(0.1)) {
        await key.stop()
        key.start()
      }
      await new Promise((resolve) => setTimeout(resolve, 40)) // the pace of the disturbances
    }
    calm = true
    for (const { id } of jobs) {
      await until(`${id} is mined`, async () => {
        await rig.mine()
        return (await key.job(id)).status === 'mined'
      })
    }
    await key.stop()
    for (const { to } of jobs) expect(await rig.balance(to)).toBe(ONE)
  },
)
