import { randomFrom } from '@talad/demo/random'
import { keccak256, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Fault, RpcRequest } from '../src/testing/rpc-proxy.ts'
import { until } from '../src/testing/wait.ts'
import { mortal } from './chain-mortal.ts'
import { ONE, type Rig, startKey, startRig } from './chain-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())

/** Twice as many as there are jobs: the last one has as many disturbances before it as the first one after it. */
const ROUNDS = 60
const SEND = 'eth_sendRawTransaction'
const RECEIPT = 'eth_getTransactionReceipt'

const FAULTS: readonly Fault[] = [
  'cut-before',
  'cut-after',
  'silent-after',
  { http: 429 },
  { http: 500 },
  { rpc: { code: -32_000, message: 'nonce too low' } },
  { rpc: { code: -32_000, message: 'exceeds block gas limit' } },
  { rpc: { code: -32_000, message: 'replacement transaction underpriced' } },
  { rpcAfter: { code: -32_000, message: 'already known' } },
  { rpcAfter: { code: -32_000, message: 'nonce too low' } },
  { rpcAfter: { code: -32_603, message: 'internal error' } },
]

/** A fault that this call may meet; acknowledged and lost, or not found although it is there, among them. */
function faultOf({ method, params }: RpcRequest, random: () => number): Fault {
  const fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? 'cut-before'
  if (method === SEND) return random() < 0.1 ? { result: keccak256(z.string().parse(params[0])) } : fault
  if (method === RECEIPT && random() < 0.5) return { result: null }
  return typeof fault === 'object' && 'rpc' in fault ? { http: 503 } : fault
}

/** Takes the newest blocks away with all that was in them, and makes one more in their place. */
async function takeBack(depth: number): Promise<void> {
  await rig.rpc('anvil_rollback', depth)
  await rig.rpc('anvil_dropAllTransactions')
  await rig.rpc('anvil_setCoinbase', Wallet.createRandom().address)
  await rig.mine(depth + 1)
}

test.each([1, 2, 3])(
  'CA-46 CA-47 each job happens once whatever the node answers or takes back, and wherever the process dies (%i)',
  async (seed) => {
    const random = randomFrom(`chaos ${seed}`)
    const isFault = (share: number) => random() < share
    let calm = false
    const statements = () => 10 + Math.floor(random() * 150)
    let left = statements()
    const { life, db } = mortal(rig.db, () => {
      left -= calm ? 0 : 1
      return left < 0
    })
    const key = await startKey(rig, {
      confirmations: 2,
      timeoutMs: 1_000,
      settings: { maxRetries: 1_000, stuckMs: 150, rebroadcastMs: 60, maxBackoffMs: 100, backoffMs: 10 },
      db,
      onChange: async () => {
        if (!calm && isFault(0.1)) throw new Error('the database went away')
      },
    })
    rig.proxy.rule = (call) => {
      if (life.isOver) return 'cut-before'
      return !calm && isFault(call.method === SEND ? 0.4 : 0.04) ? faultOf(call, random) : undefined
    }
    await rig.rpc('evm_setAutomine', false)
    await rig.mine(5) // so that its money is in blocks that stay
    let deaths = 0
    const jobs = []
    for (let round = 0; round < ROUNDS; round++) {
      if (jobs.length < 30) jobs.push(await key.ask())
      if (isFault(0.5)) await rig.mine()
      if (isFault(0.1)) await rig.rpc('anvil_dropAllTransactions')
      if (isFault(0.1)) await takeBack(1 + Math.floor(random() * 4))
      if (life.isOver || isFault(0.05)) {
        if (life.isOver) deaths += 1
        await key.stop()
        life.isOver = false
        left = statements()
        key.start()
      }
      await new Promise((resolve) => setTimeout(resolve, 40)) // the pace of the disturbances
    }
    calm = true
    await key.stop()
    life.isOver = false
    left = 1
    key.start()
    for (const { id, to } of jobs) {
      await until(`${id} is mined`, async () => {
        await rig.mine()
        return (await key.job(id)).status === 'mined' && (await rig.balance(to)) > 0n
      })
    }
    await key.stop()
    for (const { to } of jobs) expect(await rig.balance(to)).toBe(ONE)
    expect(deaths).toBeGreaterThan(0)
  },
)
