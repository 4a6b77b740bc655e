import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../src/testing/wait.ts'
import { ONE, type Rig, startKey, startRig } from './chain-rig.ts'

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

test.each(['processing', 'sent', 'mined'] as const)(
  'CA-46 a process that dies while it stores "%s" is continued by the next, with one effect',
  async (status) => {
    let dying = true
    key = await startKey(rig, {
      onChange: async (_tx, change) => {
        if (dying && change.status === status) throw new Error('died')
      },
    })
    const { id, to } = await key.ask()
    const { errors } = key
    await until('it died', () => errors.length > 0)
    await key.stop()
    dying = false
    key.start()
    const mined = await key.reaches(id, 'mined')
    expect(mined.nonce).toBe(0)
    expect(await rig.balance(to)).toBe(ONE)
  },
)

test('CA-46 bytes that were stored but not broadcast when the process died are broadcast by the next', async () => {
  key = await startKey(rig)
  rig.proxy.rule = (call) => (call.method === SEND ? 'cut-before' : undefined)
  const { id, to } = await key.ask()
  const stored = await key.reaches(id, 'processing')
  await key.stop()
  expect(await rig.nonce(key.wallet.address)).toBe(0)
  rig.proxy.rule = () => undefined
  key.start()
  expect((await key.reaches(id, 'mined')).hashes).toEqual([stored.hash])
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-46 what was sent when the process died is found mined, or sent again if the node has lost it', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const jobs = [await key.ask(), await key.ask(), await key.ask()]
  for (const { id } of jobs) await key.reaches(id, 'sent')
  await key.stop()
  const lost = await key.job(jobs[1]?.id ?? '')
  await rig.rpc('anvil_dropTransaction', lost.hash)
  await rig.mine()
  await rig.rpc('evm_setAutomine', true)
  key.start()
  for (const { id, to } of jobs) {
    await key.reaches(id, 'mined')
    expect(await rig.balance(to)).toBe(ONE)
  }
})

test('CA-46 a job that waits when the process dies is taken up by the next', async () => {
  key = await startKey(rig)
  rig.proxy.rule = () => ({ http: 429 })
  const { id, to } = await key.ask()
  await until('it waits', async () => (await key?.job(id))?.retryReason)
  await key.stop()
  rig.proxy.rule = () => undefined
  key.start()
  expect(await key.reaches(id, 'mined')).toMatchObject({ nonce: 0, retryCount: 0 })
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a replacement that was stored but not broadcast when the process died is broadcast by the next', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const sent = await key.reaches(id, 'sent')
  rig.proxy.rule = (call) => (call.method === SEND ? 'cut-before' : undefined)
  const replaced = await until('it was replaced', async () => {
    const job = await key?.job(id)
    return job && job.hashes.length > 1 && job
  })
  await key.stop()
  await rig.rpc('anvil_dropTransaction', sent.hash)
  rig.proxy.rule = () => undefined
  key.start()
  await until('it arrived', async () => (await rig.rpc('eth_getTransactionByHash', replaced.hash)) !== null)
  await rig.mine()
  expect((await key.reaches(id, 'mined')).nonce).toBe(0)
  expect(await rig.balance(to)).toBe(ONE)
})
