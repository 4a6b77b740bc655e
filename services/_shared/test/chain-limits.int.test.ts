import { toQuantity, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelJobs } from '../src/chain/tx-queue.ts'
import { inTx } from '../src/db.ts'
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

test('CA-47 an empty signer waits without counting, takes no nonce, and goes on after it was given money', async () => {
  key = await startKey(rig, { money: 0n, settings: { maxRetries: 3 } })
  const { id, to } = await key.ask({ value: 0n })
  const waiting = await until('it waits', async () => {
    const job = await key?.job(id)
    return job?.retryReason ? job : undefined
  })
  expect(waiting).toMatchObject({ status: 'pending', nonce: null, retryCount: 0 })
  expect(waiting.retryReason).toMatch(/insufficient funds/i)
  await until(
    'it has tried often',
    () => rig.proxy.calls.filter((c) => c.method === 'eth_estimateGas').length > 5,
  )
  await rig.rpc('anvil_setBalance', key.wallet.address, toQuantity(10n ** 18n))
  expect(await key.reaches(id, 'mined')).toMatchObject({ retryCount: 0 })
  expect(await rig.balance(to)).toBe(0n)
  expect(key.statuses(id)).toEqual(['pending', 'processing', 'sent', 'mined'])
})

test('SP-29 a job that takes more gas than it may fails before it takes a nonce, and one within that is mined', async () => {
  key = await startKey(rig)
  const burner = Wallet.createRandom().address
  await rig.rpc('anvil_setCode', burner, '0x622fffff5f2000') // 19.5 million
  const { id } = await key.ask({ to: burner })
  expect(await key.reaches(id, 'failed')).toMatchObject({ nonce: null, hashes: [], retryCount: 0 })
  await rig.rpc('anvil_setCode', burner, '0x620960005f2000') // 0.9 million: a fifth more would be above it
  const near = await key.ask({ to: burner })
  await key.reaches(near.id, 'mined')
})

test('SP-24 a job whose deadline passes before it takes a nonce fails, also while the node is away', async () => {
  key = await startKey(rig)
  rig.proxy.rule = () => 'cut-before'
  const { id, to } = await key.ask({ deadline: inMs(key.now, 60_000) })
  await until('the node was found away', async () => ((await key?.job(id))?.retryCount ?? 0) > 0)
  key.passTime(60_000)
  expect(await key.reaches(id, 'failed')).toMatchObject({ failedReason: 'the deadline passed', hashes: [] })
  rig.proxy.rule = () => undefined
  const next = await key.ask()
  await key.reaches(next.id, 'mined')
  expect(await rig.balance(to)).toBe(0n)
})

test('SP-24 the deadline does not end a job that is under way', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask({ deadline: inMs(key.now, 60_000) })
  await key.reaches(id, 'sent')
  key.passTime(60_000)
  const asked = rig.proxy.calls.length
  await until('it was looked at after the deadline', () => rig.proxy.calls.length > asked + 10)
  await rig.mine()
  await key.reaches(id, 'mined')
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-46 a pending job can be canceled, one that holds a nonce or has ended can not', async () => {
  key = await startKey(rig, { stopped: true })
  const [first, second] = [await key.ask(), await key.ask()]
  expect(await inTx(rig.db, (tx) => cancelJobs(tx, [first.id]))).toEqual(new Set([first.id]))
  await rig.rpc('evm_setAutomine', false)
  key.start()
  await key.reaches(second.id, 'sent')
  expect(await inTx(rig.db, (tx) => cancelJobs(tx, [second.id]))).toEqual(new Set())
  await rig.mine()
  expect(await key.reaches(second.id, 'mined')).toMatchObject({ nonce: 0 })
  expect(await inTx(rig.db, (tx) => cancelJobs(tx, [second.id]))).toEqual(new Set())
  expect((await key.job(first.id)).status).toBe('canceled')
  expect(await rig.balance(first.to)).toBe(0n)
})

test('CA-47 with nothing to do the node is asked nothing', async () => {
  key = await startKey(rig)
  const { id } = await key.ask()
  await key.reaches(id, 'mined')
  await rig.mine(300)
  await until('no reorganisation reaches it any more', async () => {
    const { rows } = await rig.db.query('select 1 from kit.chain_tx where watched and id = $1', [id])
    return rows.length === 0
  })
  rig.proxy.calls.length = 0
  for (let n = 0; n < 20; n++) rig.notifier.notify('event-log')
  const late = await key.ask({ deadline: new Date(0) })
  await key.reaches(late.id, 'failed')
  expect(rig.proxy.calls).toEqual([])
})
