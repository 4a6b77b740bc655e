import { Wallet } from 'ethers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { enqueue, jobIdsByHash } from '../src/chain/tx-queue.ts'
import { currentContext, withContext } from '../src/context.ts'
import { inTx } from '../src/db.ts'
import { LOG_CHANNEL } from '../src/event-log.ts'
import { codeRefusingWith } from '../src/testing/reverting-code.ts'
import { ONE, type Rig, startKey, startRig } from './chain-rig.ts'
import { pause } from './kit.ts'

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

test('CA-46 a job goes from pending over processing and sent to mined, and its effect happens once', async () => {
  key = await startKey(rig)
  const { id, to } = await key.ask()
  const mined = await key.reaches(id, 'mined')
  expect(key.statuses(id)).toEqual(['processing', 'sent', 'mined'])
  expect(await rig.balance(to)).toBe(ONE)
  expect(mined).toMatchObject({ nonce: 0, retryCount: 0, retryReason: null, failedReason: null })
  expect(mined.hashes).toEqual([mined.hash])
  expect(await jobIdsByHash(rig.db, [mined.hash ?? '', 'other'])).toEqual(new Map([[mined.hash, mined.id]]))
})

test('CA-46 twenty jobs at once take consecutive nonces in the order in which they were asked for', async () => {
  key = await startKey(rig, { stopped: true })
  const jobs = []
  for (let n = 0; n < 20; n++) jobs.push(await key.ask())
  key.start()
  const mined = []
  for (const { id } of jobs) mined.push(await key.reaches(id, 'mined'))
  expect(mined.map((job) => job.nonce)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  for (const { to } of jobs) expect(await rig.balance(to)).toBe(ONE)
})

test('the queue looks for work when a job is asked for, not at each event of its service, and finds it at once', async () => {
  key = await startKey(rig, { settings: { pollMs: 60_000 } })
  const first = await key.ask()
  await key.reaches(first.id, 'sent')
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => asked.mockRestore())
  const looks = () =>
    asked.mock.calls.filter(([query]) => Object(query).name?.startsWith('kit.chain_tx_workload')).length
  const since = performance.now()
  for (let n = 0; n < 20; n++) {
    rig.notifier.notify(LOG_CHANNEL)
    await pause(25)
  }
  expect(looks()).toBeLessThanOrEqual(3 + (performance.now() - since) / 2_000)
  const second = await key.ask({ id: 'asked in a transaction' })
  await key.reaches(second.id, 'sent')
})

test('CA-46 the same id twice is one job, and with other content an error', async () => {
  key = await startKey(rig)
  const job = await key.ask()
  await key.ask({ ...job, to: job.to.toLowerCase() })
  await expect(key.ask({ ...job, value: 2n })).rejects.toThrow('other content')
  await key.reaches(job.id, 'mined')
  await key.ask(job)
  expect((await key.job(job.id)).status).toBe('mined')
  expect(await rig.balance(job.to)).toBe(ONE)
})

test('CA-46 a job that is asked for in a transaction that rolls back does not exist', async () => {
  key = await startKey(rig)
  const { wallet } = key
  const job = {
    id: 'rolled-back',
    queue: key.queue,
    to: wallet.address,
    data: '0x',
    deadline: new Date(),
  }
  const failing = inTx(rig.db, async (tx) => {
    await enqueue(tx, job)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await expect(key.job(job.id)).rejects.toThrow('no job')
})

test('CA-47 a deterministic revert in simulation fails at once and takes no nonce', async () => {
  key = await startKey(rig)
  const to = Wallet.createRandom().address
  await rig.rpc('anvil_setCode', to, REVERTS)
  const { id } = await key.ask({ to })
  const failed = await key.reaches(id, 'failed')
  expect(failed).toMatchObject({ hash: null, hashes: [], nonce: null, retryCount: 0 })
  expect(failed.failedReason).toMatch(/^reverted in simulation/)
  const next = await key.ask()
  expect(await key.reaches(next.id, 'mined')).toMatchObject({ nonce: 0 })
  expect(key.errors).toEqual([])
})

test('CA-47 the reason of a stranger’s contract may be any text: the job fails, and those behind it are done', async () => {
  key = await startKey(rig)
  const to = Wallet.createRandom().address
  await rig.rpc('anvil_setCode', to, codeRefusingWith(`no\0\n${'🎉'.repeat(300)}`))
  const { id } = await key.ask({ to })
  const next = await key.ask()
  await key.reaches(next.id, 'mined')
  expect((await key.reaches(id, 'failed')).failedReason).toMatch(/^reverted in simulation: [^\p{Cc}]*no 🎉+/u)
  expect(key.errors).toEqual([])
})

test('CA-47 a job whose owner can not take its failure holds up none of the others', async () => {
  const to = Wallet.createRandom().address
  let hostile = ''
  key = await startKey(rig, {
    onChange: async (_tx, { id }) => {
      if (id === hostile) throw new Error('the owner has no place for it')
    },
  })
  await rig.rpc('anvil_setCode', to, REVERTS)
  hostile = `hostile-${to}`
  await key.ask({ id: hostile, to })
  const next = await key.ask()
  await key.reaches(next.id, 'mined')
  expect(await key.job(hostile)).toMatchObject({ status: 'pending', retryCount: 0 })
  expect(key.errors.join()).toContain('the owner has no place for it')
})

test('CA-47 what waits takes its nonces in one transaction; one whose owner can not take it keeps its turn and no nonce', async () => {
  const transactions = new Map<string, string>()
  let hostile = ''
  key = await startKey(rig, {
    stopped: true,
    onChange: async (tx, { id, status }) => {
      const { rows } = await tx.query<{ tx: string }>('select pg_current_xact_id()::text as tx')
      if (status === 'processing') transactions.set(id, rows[0]?.tx ?? '')
      if (id === hostile) throw new Error('the owner has no place for it')
    },
  })
  const jobs = []
  for (let n = 0; n < 4; n++) jobs.push(await key.ask())
  key.start()
  for (const { id } of jobs) await key.reaches(id, 'mined')
  expect(new Set(transactions.values()).size).toBe(1)

  await key.stop()
  const [before, middle, after] = [await key.ask(), await key.ask(), await key.ask()]
  hostile = middle.id
  key.start()
  expect(await key.reaches(before.id, 'mined')).toMatchObject({ nonce: 4 })
  expect(await key.reaches(after.id, 'mined')).toMatchObject({ nonce: 5 })
  expect(await key.job(hostile)).toMatchObject({ status: 'pending', nonce: null })
  hostile = ''
  expect(await key.reaches(middle.id, 'mined')).toMatchObject({ nonce: 6 })
})

test('CA-47 a job that reverts on chain after a good simulation fails, and its nonce is used up', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const sent = await key.reaches(id, 'sent')
  await rig.rpc('anvil_setCode', to, REVERTS)
  await rig.mine()
  const failed = await key.reaches(id, 'failed')
  expect(failed).toMatchObject({ hash: sent.hash, failedReason: 'reverted on chain', nonce: 0 })
  await rig.rpc('evm_setAutomine', true)
  const next = await key.ask()
  expect(await key.reaches(next.id, 'mined')).toMatchObject({ nonce: 1 })
})

test('CA-46 the change of a job and what its owner makes of it are stored together', async () => {
  let refusals = 2
  key = await startKey(rig, {
    onChange: async (tx, change) => {
      await tx.query(`insert into kit.inbox (consumer_group, message_id) values ('chain-test', $1)`, [
        `${change.id} ${change.status}`,
      ])
      if (change.status === 'mined' && refusals-- > 0) throw new Error('the owner is not ready')
    },
  })
  const { id } = await key.ask()
  await key.reaches(id, 'mined')
  const { rows } = await rig.db.query(
    `select message_id from kit.inbox where consumer_group = 'chain-test' and message_id like $1 order by 1`,
    [`${id} %`],
  )
  expect(rows.map((row) => row.message_id)).toEqual([`${id} mined`, `${id} processing`, `${id} sent`])
  expect(key.errors.join()).toContain('the owner is not ready')
})

test('CA-46 the correlation id of the request reaches the record and the one who is told of changes', async () => {
  const seen = new Set<string>()
  key = await startKey(rig, {
    onChange: async () => {
      seen.add(currentContext().correlationId)
    },
  })
  const asked = key
  const { id } = await withContext({ correlationId: 'request-1' }, () => asked.ask())
  expect(await key.reaches(id, 'mined')).toMatchObject({ correlationId: 'request-1' })
  expect([...seen]).toEqual(['request-1'])
})

test('CA-47 two queues of one key, in two processes, do each job once', async () => {
  key = await startKey(rig)
  const other = await startKey(rig, { wallet: key.wallet })
  const jobs = []
  for (let n = 0; n < 12; n++) jobs.push(await key.ask())
  for (const { id } of jobs) await key.reaches(id, 'mined')
  await other.stop()
  for (const { to } of jobs) expect(await rig.balance(to)).toBe(ONE)
  expect(await rig.nonce(key.wallet.address)).toBe(12)
})
