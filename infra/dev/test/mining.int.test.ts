import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { callRpc } from '@talad/contracts/rpc'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepMining } from '../src/mining.ts'

const [from, to] = anvilAccounts.map(({ address }) => address)
const CONFIRMATIONS = 3
const IDLE_MS = 400

let anvil: Anvil
let stop: () => Promise<void>
beforeAll(async () => {
  anvil = await startAnvil()
  stop = keepMining({ rpcUrl: anvil.rpcUrl, confirmations: CONFIRMATIONS, idleMs: IDLE_MS })
})
afterAll(async () => {
  await stop?.()
  await anvil?.stop()
})

const rpc = (method: string, ...params: unknown[]) => callRpc(anvil.rpcUrl, method, params)
const height = async () => Number(await rpc('eth_blockNumber'))
const send = () => rpc('eth_sendTransaction', { from, to, value: '0x1' })

test('a transaction gets the blocks that confirm it, and time moves without one', async () => {
  await send()
  const sentAt = await height()
  await until('it is confirmed', async () => (await height()) >= sentAt + CONFIRMATIONS - 1)
  const idle = await height()
  await until('there is another block', async () => (await height()) > idle)
})

test('whoever holds the chain finds it as it was, and what was sent meanwhile comes when it goes on', async () => {
  await rpc('evm_setAutomine', false)
  const hash = await send()
  const held = await height()
  await new Promise((resolve) => setTimeout(resolve, 4 * IDLE_MS))
  expect([await height(), await rpc('eth_getTransactionReceipt', hash)]).toEqual([held, null])
  await rpc('evm_setAutomine', true)
  await until('it is mined', async () => (await rpc('eth_getTransactionReceipt', hash)) !== null)
})
