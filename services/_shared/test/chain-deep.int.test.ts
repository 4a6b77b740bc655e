import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../src/testing/wait.ts'
import { ONE, type Rig, startKey, startRig } from './chain-rig.ts'

/** A contract that refuses every call. */
const REVERTS = '0x60006000fd'

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

/** Takes blocks back, and what was in them with them. */
async function takeBack(blocks: number): Promise<void> {
  await rig.rpc('anvil_rollback', blocks)
  await rig.rpc('anvil_dropAllTransactions')
}

/** Another node brings what it has kept of a job's transactions. */
async function resend(id: string): Promise<void> {
  const { rows } = await rig.db.query<{ raw: string }>(
    'select raw from kit.chain_tx_attempt where job_id = $1',
    [id],
  )
  for (const { raw } of rows) await rig.rpc('eth_sendRawTransaction', raw)
}

test('CA-46 what counted as mined and is taken back is sent again under its nonce, with one effect', async () => {
  key = await startKey(rig, { settings: { stuckMs: 20_000 } })
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const sent = await key.reaches(id, 'sent')
  await rig.mine(3)
  await key.reaches(id, 'mined')
  await takeBack(3)
  expect(await rig.balance(to)).toBe(0n)
  await rig.mine(4) // the new chain is longer, and knows nothing of it
  await until('it is back', async () => (await rig.rpc('eth_getTransactionByHash', sent.hash)) !== null)
  await rig.mine(2)
  expect(await key.reaches(id, 'mined')).toMatchObject({ nonce: 0, hash: sent.hash, hashes: [sent.hash] })
  expect(await rig.balance(to)).toBe(ONE)
  expect(key.statuses(id)).toEqual(['processing', 'sent', 'mined', 'sent', 'mined'])
})

test('CA-46 a chain that became shorter, as after a crash of its only node, gets back what it lost', async () => {
  key = await startKey(rig)
  const { id, to } = await key.ask()
  const mined = await key.reaches(id, 'mined')
  await takeBack(1)
  expect(await rig.balance(to)).toBe(0n)
  await until('it is there again', async () => (await rig.balance(to)) === ONE)
  const after = await key.reaches(id, 'mined')
  expect(after).toMatchObject({ nonce: mined.nonce, hashes: [mined.hash] })
})

test('CA-46 what the new chain has mined in another block stays mined', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const sent = await key.reaches(id, 'sent')
  await rig.mine()
  const mined = await key.reaches(id, 'mined')
  await key.stop()
  await takeBack(1)
  await rig.mine() // one block later than before
  await resend(id)
  await rig.mine()
  key.start()
  await until('the new block is noted', async () => {
    const { block, hash } = (await key?.job(id)) ?? {}
    return hash === sent.hash && (await standsIn(block)) && hash
  })
  expect(key.statuses(id).slice(0, 3)).toEqual(['processing', 'sent', 'mined'])
  expect((await key.reaches(id, 'mined')).nonce).toBe(mined.nonce)
  expect(await rig.balance(to)).toBe(ONE)
})

async function standsIn(block: bigint | null | undefined): Promise<boolean> {
  const { rows } = await rig.db.query<{ block_hash: string }>(
    'select block_hash from kit.chain_tx where block = $1 order by seq desc limit 1',
    [block],
  )
  const there = await rig.rpc('eth_getBlockByNumber', `0x${(block ?? 0n).toString(16)}`, false)
  return typeof there === 'object' && there !== null && 'hash' in there && there.hash === rows[0]?.block_hash
}

test('CA-46 what became impossible on the new chain fails, also after it counted as mined', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  await key.reaches(id, 'sent')
  await rig.mine()
  await key.reaches(id, 'mined')
  await takeBack(1)
  await rig.rpc('anvil_setCode', to, REVERTS)
  await rig.rpc('evm_setAutomine', true)
  const failed = await key.reaches(id, 'failed')
  expect(failed).toMatchObject({ nonce: 0, failedReason: 'reverted on chain' })
})

test('CA-47 a new job does not take a nonce that a reorganisation has freed', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const jobs = [await key.ask(), await key.ask(), await key.ask()]
  for (const { id } of jobs) await key.reaches(id, 'sent')
  await rig.mine()
  for (const { id } of jobs) await key.reaches(id, 'mined')
  await key.stop() // a fresh process remembers nothing but what is stored
  await takeBack(1)
  key.start()
  const late = await key.ask()
  await rig.rpc('evm_setAutomine', true)
  await until('all are mined', async () => {
    const all = await Promise.all([...jobs, late].map(({ to }) => rig.balance(to)))
    return all.every((balance) => balance === ONE)
  })
  expect((await key.reaches(late.id, 'mined')).nonce).toBe(3)
  for (const { id } of jobs) expect((await key.reaches(id, 'mined')).hashes).toHaveLength(1)
})

test('CA-46 what had reverted on a block that is gone gets no second chance: its nonce is used up otherwise', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  await key.reaches(id, 'sent')
  await rig.rpc('anvil_setCode', to, REVERTS)
  await rig.mine()
  await key.reaches(id, 'failed')
  await takeBack(1)
  await rig.rpc('anvil_setCode', to, '0x') // it would succeed now
  await rig.rpc('evm_setAutomine', true)
  const { wallet } = key
  await until('the nonce is used up', async () => (await rig.nonce(wallet.address)) === 1)
  expect(await rig.balance(to)).toBe(0n)
  expect((await key.job(id)).status).toBe('failed')
})

test('CA-46 a failed job whose old bytes another node got into the new chain is told as mined, and a person is called', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  await key.reaches(id, 'sent')
  await rig.rpc('anvil_setCode', to, REVERTS)
  await rig.mine()
  await key.reaches(id, 'failed')
  await key.stop()
  await takeBack(1)
  await rig.rpc('anvil_setCode', to, '0x')
  await resend(id)
  await rig.mine()
  key.start()
  await key.reaches(id, 'mined')
  expect(await rig.balance(to)).toBe(ONE)
  expect(key.errors.join()).toContain('which had failed')
})

test('CA-47 what is out of reach of a reorganisation is watched no longer', async () => {
  key = await startKey(rig, { settings: { watchBlocks: 10 } })
  const { id } = await key.ask()
  await key.reaches(id, 'mined')
  const watched = async () =>
    (await rig.db.query('select 1 from kit.chain_tx where id = $1 and watched', [id])).rows.length === 1
  expect(await watched()).toBe(true)
  await rig.mine(12)
  await until('it is let go', async () => !(await watched()))
  rig.proxy.calls.length = 0
  await key.ask({ deadline: new Date(0) }).then(({ id: late }) => key?.reaches(late, 'failed'))
  expect(rig.proxy.calls).toEqual([])
})
