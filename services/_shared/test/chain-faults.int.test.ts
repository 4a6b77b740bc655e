import { Transaction, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fault, RpcRequest } from '../src/testing/rpc-proxy.ts'
import { until } from '../src/testing/wait.ts'
import { inMs, ONE, type Rig, startKey, startRig } from './chain-rig.ts'

let rig: Rig
let key: Awaited<ReturnType<typeof startKey>> | undefined
beforeAll(async () => {
  rig = await startRig()
})
beforeEach(() => rig.reset())
afterEach(async () => {
  await key?.stop()
  key = undefined
})
afterAll(() => rig.close())

const SEND = 'eth_sendRawTransaction'

/** Lets a fault happen to the first calls of a method. */
function first(times: number, method: string, fault: Fault) {
  let left = times
  return (call: RpcRequest) => (call.method === method && left-- > 0 ? fault : undefined)
}

function recipient(call: RpcRequest): string | undefined {
  return call.method === SEND ? (Transaction.from(String(call.params[0])).to ?? undefined) : undefined
}

test.each<[string, Fault]>([
  ['status 429', { http: 429 }],
  [
    'a JSON-RPC error',
    { rpc: { code: -32_005, message: 'daily request count exceeded, request rate limited' } },
  ],
])('CA-47 throttling by %s in the simulation does not count', async (_how, fault) => {
  key = await startKey(rig, { settings: { maxRetries: 3 } })
  rig.proxy.rule = first(6, 'eth_estimateGas', fault)
  const { id, to } = await key.ask()
  expect(await key.reaches(id, 'mined')).toMatchObject({ retryCount: 0 })
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 throttling of the broadcast does not count', async () => {
  key = await startKey(rig, { settings: { maxRetries: 3 } })
  rig.proxy.rule = first(6, SEND, { http: 429 })
  const { id, to } = await key.ask()
  const mined = await key.reaches(id, 'mined')
  expect(mined).toMatchObject({ retryCount: 0, nonce: 0 })
  expect(mined.hashes).toHaveLength(1)
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 faults of the node count, and at the limit the job fails and a person is called', async () => {
  key = await startKey(rig, { settings: { maxRetries: 4 } })
  rig.proxy.rule = first(100, 'eth_estimateGas', { http: 500 })
  const { id } = await key.ask()
  const failed = await key.reaches(id, 'failed')
  expect(failed).toMatchObject({ retryCount: 4, nonce: null, hashes: [] })
  expect(key.errors.join()).toContain(`chain job ${id} failed after 4 tries`)
  expect([failed.failedReason, failed.retryReason, ...key.errors].join()).not.toContain('secret-key')
})

test('SP-24 what goes on until its deadline outlives the counted tries, and a person is called once', async () => {
  key = await startKey(rig, {
    settings: { maxRetries: 3, untilDeadline: true, backoffMs: 10, maxBackoffMs: 20 },
  })
  rig.proxy.rule = first(9, 'eth_estimateGas', { http: 500 })
  const { id } = await key.ask()
  expect(await key.reaches(id, 'mined')).toMatchObject({ retryCount: 9 })
  expect(key.errors.filter((error) => error.includes('goes on after 3 tries'))).toHaveLength(1)
})

test('SP-24 the deadline ends what goes on', async () => {
  key = await startKey(rig, {
    settings: { maxRetries: 2, untilDeadline: true, backoffMs: 10, maxBackoffMs: 20 },
  })
  rig.proxy.rule = first(1_000, 'eth_estimateGas', { http: 500 })
  const { id } = await key.ask({ deadline: inMs(key.now, 60_000) })
  await until('it has gone on', async () => ((await key?.job(id))?.retryCount ?? 0) > 2)
  key.passTime(60_000)
  const failed = await key.reaches(id, 'failed')
  expect(failed).toMatchObject({ failedReason: 'the deadline passed', nonce: null, hashes: [] })
  expect(failed.retryCount).toBeGreaterThan(2)
})

test('CA-47 the pause grows from try to try', async () => {
  key = await startKey(rig, { settings: { backoffMs: 60, maxBackoffMs: 240 } })
  const times: number[] = []
  rig.proxy.rule = (call) => {
    if (call.method !== 'eth_estimateGas' || times.length === 5) return undefined
    times.push(Date.now())
    return { http: 503 }
  }
  await key.reaches((await key.ask()).id, 'mined')
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  for (const [index, least] of [60, 120, 240, 240].entries())
    expect(pauses[index]).toBeGreaterThanOrEqual(least)
})

test.each<[string, Fault]>([
  ['the connection broke before the node had it', 'cut-before'],
  ['the connection broke after the node had it', 'cut-after'],
  [
    'the node had it and answered with status 500',
    { rpcAfter: { code: -32_603, message: 'internal error' } },
  ],
  ['the node had it and never answered', 'silent-after'],
  ['the node answers that it knows it', { rpcAfter: { code: -32_000, message: 'already known' } }],
  ['the node answers that the nonce is too low', { rpcAfter: { code: -32_000, message: 'nonce too low' } }],
])('CA-47 one effect and one nonce when %s', async (_what, fault) => {
  key = await startKey(rig, { timeoutMs: 300 })
  rig.proxy.rule = first(1, SEND, fault)
  const { id, to } = await key.ask()
  const mined = await key.reaches(id, 'mined')
  expect(mined).toMatchObject({ nonce: 0 })
  expect(mined.hashes).toHaveLength(1)
  expect(await rig.balance(to)).toBe(ONE)
  expect(await rig.nonce(key.wallet.address)).toBe(1)
})

test('CA-47 an underpriced replacement is offered again at a higher fee', async () => {
  key = await startKey(rig)
  rig.proxy.rule = first(2, SEND, { rpc: { code: -32_000, message: 'replacement transaction underpriced' } })
  const { id, to } = await key.ask()
  const mined = await key.reaches(id, 'mined')
  expect(mined.hashes).toHaveLength(3)
  expect(mined).toMatchObject({ retryCount: 2, hash: mined.hashes[2] })
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a job that the node does not take gives its nonce to an empty transfer, so that no gap stays', async () => {
  key = await startKey(rig)
  const to = Wallet.createRandom().address
  let refusing = true
  rig.proxy.rule = (call) =>
    refusing && recipient(call) === to
      ? { rpc: { code: -32_000, message: 'exceeds block gas limit' } }
      : undefined
  const bad = await key.ask({ to })
  const others = [await key.ask(), await key.ask()]
  for (const { id } of others) await key.reaches(id, 'mined')
  const back = await key.reaches(bad.id, 'pending')
  expect(back.retryReason).toBe('exceeds block gas limit')
  refusing = false
  const mined = await key.reaches(bad.id, 'mined')
  expect(mined.hashes).toHaveLength(2)
  expect(await rig.balance(bad.to)).toBe(ONE)
  expect(await rig.nonce(key.wallet.address)).toBe(4) // three jobs and an empty transfer
})

test('CA-47 a job that the node never takes fails at the limit only when its nonce is used up otherwise', async () => {
  key = await startKey(rig, { settings: { maxRetries: 5 } })
  const to = Wallet.createRandom().address
  rig.proxy.rule = (call) =>
    recipient(call) === to ? { rpc: { code: -32_000, message: 'sender is banned' } } : undefined
  const bad = await key.ask({ to })
  const failed = await key.reaches(bad.id, 'failed')
  expect(failed).toMatchObject({ hash: null, failedReason: 'sender is banned', nonce: 0 })
  expect(await rig.nonce(key.wallet.address)).toBe(1)
  expect(await rig.balance(bad.to)).toBe(0n)
  expect(key.errors.join()).toContain('sender is banned')
})

test('CA-47 jobs wait while the node is away and go on, each once, when it is back', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const early = [await key.ask(), await key.ask()]
  for (const { id } of early) await key.reaches(id, 'sent')
  rig.proxy.rule = () => 'cut-before'
  const late = [await key.ask(), await key.ask()]
  await until('faults were reported', () => (key?.errors.length ?? 0) > 1)
  expect(key.errors.join()).not.toContain('secret-key')
  await rig.rpc('evm_setAutomine', true)
  await rig.mine()
  rig.proxy.rule = () => undefined
  for (const { id, to } of [...early, ...late]) {
    await key.reaches(id, 'mined')
    expect(await rig.balance(to)).toBe(ONE)
  }
})

test('CA-47 a node that lags behind with receipts does not bring a second transaction', async () => {
  key = await startKey(rig)
  rig.proxy.rule = (call) => (call.method === 'eth_getTransactionReceipt' ? { result: null } : undefined)
  const { id, to } = await key.ask()
  await key.reaches(id, 'sent')
  await until(
    'the receipt was asked for often',
    () => rig.proxy.calls.filter((call) => call.method === 'eth_getTransactionReceipt').length > 10,
  )
  expect((await key.job(id)).status).toBe('sent')
  rig.proxy.rule = () => undefined
  expect((await key.reaches(id, 'mined')).nonce).toBe(0)
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a later nonce is not broadcast before an earlier one was taken', async () => {
  key = await startKey(rig, { stopped: true })
  const jobs = [await key.ask(), await key.ask(), await key.ask()]
  rig.proxy.rule = first(2, SEND, 'cut-before')
  key.start()
  for (const { id } of jobs) await key.reaches(id, 'mined')
  const [one, two, three] = jobs.map((job) => job.to)
  expect(rig.proxy.calls.map(recipient).filter(Boolean)).toEqual([one, one, one, two, three])
})

test('CA-47 a node that lags behind with the count does not make a used nonce be taken again', async () => {
  key = await startKey(rig)
  await key.reaches((await key.ask()).id, 'mined')
  rig.proxy.rule = first(2, 'eth_getTransactionCount', { result: '0x0' })
  const mined = await key.reaches((await key.ask()).id, 'mined')
  expect(mined).toMatchObject({ nonce: 1, retryCount: 0 })
  expect(mined.hashes).toHaveLength(1)
})
