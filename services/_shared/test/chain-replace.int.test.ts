import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTx } from '../src/db.ts'
import { until } from '../src/testing/wait.ts'
import { ONE, RESTING, type Rig, startKey, startRig, UNTIL_TOLD_MS } from './chain-rig.ts'

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

type Fees = { hash: string; max_fee: bigint; priority_fee: bigint }

async function attempts(id: string): Promise<Fees[]> {
  const { rows } = await rig.db.query<Fees>(
    'select hash, max_fee, priority_fee from kit.chain_tx_attempt where job_id = $1 order by seq',
    [id],
  )
  return rows
}

/** A transaction of the same key that the queue knows nothing of, at a fee that beats all. */
async function foreign(
  wallet: { signTransaction: (tx: object) => Promise<string> },
  nonce: number,
  to: string,
) {
  const fee = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 12n }
  const raw = await wallet.signTransaction({
    type: 2,
    chainId: 3501,
    nonce,
    to,
    value: 7n,
    gasLimit: 21_000n,
    ...fee,
  })
  return String(await rig.rpc(SEND, raw))
}

test('CA-47 a transaction that is not mined in time is replaced, same nonce, both fees 12.5 % up', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const signed = await until('it was replaced twice', async () => {
    const found = await attempts(id)
    return found.length >= 3 && found
  })
  for (const [index, attempt] of signed.slice(1).entries()) {
    const before = signed[index]
    expect(attempt.max_fee * 8n).toBeGreaterThanOrEqual((before?.max_fee ?? 0n) * 9n)
    expect(attempt.priority_fee * 8n).toBeGreaterThanOrEqual((before?.priority_fee ?? 0n) * 9n)
  }
  await rig.mine()
  const mined = await key.reaches(id, 'mined')
  expect(mined.nonce).toBe(0)
  expect(mined.hashes).toContain(mined.hash)
  expect(mined.retryCount).toBe(0)
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 the replaced transaction may be the one that is mined', async () => {
  key = await startKey(rig)
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const sent = await key.reaches(id, 'sent')
  rig.proxy.rule = (call) => (call.method === SEND ? 'cut-before' : undefined) // no replacement arrives
  await until('it was replaced', async () => (await attempts(id)).length > 1)
  await rig.mine()
  const mined = await key.reaches(id, 'mined')
  expect(mined.hash).toBe(sent.hash)
  expect(mined.hashes.length).toBeGreaterThan(1)
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 what the node drops is handed to it again', async () => {
  key = await startKey(rig, { settings: { stuckMs: 20_000 } })
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const sent = await key.reaches(id, 'sent')
  await rig.rpc('anvil_dropTransaction', sent.hash)
  await until('it is back', async () => (await rig.rpc('eth_getTransactionByHash', sent.hash)) !== null)
  await rig.mine()
  expect((await key.reaches(id, 'mined')).hash).toBe(sent.hash)
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a nonce that another transaction takes is given up only when that one is confirmed', async () => {
  key = await startKey(rig, { confirmations: 4, settings: RESTING })
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const sent = await key.reaches(id, 'sent')
  const thief = await foreign(key.wallet, 0, key.wallet.address)
  await rig.mine(2)
  const asked = rig.proxy.calls.length
  await until('it was looked at', () => rig.proxy.calls.length > asked + 10)
  expect((await key.job(id)).status).toBe('sent')
  await rig.mine(2)
  const back = await key.reaches(id, 'pending')
  expect(back.retryReason).toBe(`nonce 0 was used by another transaction, ${thief}`)
  expect(back).toMatchObject({ retryCount: 1, hash: null })
  key.passTime(UNTIL_TOLD_MS)
  const again = await key.reaches(id, 'sent')
  await rig.mine(4)
  const mined = await key.reaches(id, 'mined')
  expect(mined).toMatchObject({ nonce: 1, hash: again.hash })
  expect(mined.hashes).toEqual(expect.arrayContaining([sent.hash, again.hash]))
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a reorganisation before the confirmations is waited out, and the transaction is sent again', async () => {
  key = await startKey(rig, { confirmations: 5, settings: { stuckMs: 20_000 } })
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  const sent = await key.reaches(id, 'sent')
  await rig.mine(2)
  await until('the receipt was seen', async () => (await key?.job(id))?.block !== null)
  await rig.rpc('anvil_rollback', 2)
  expect(await rig.balance(to)).toBe(0n)
  await until('it is back', async () => (await rig.rpc('eth_getTransactionByHash', sent.hash)) !== null)
  await rig.mine(5)
  const mined = await key.reaches(id, 'mined')
  expect(mined.hash).toBe(sent.hash)
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a gap that another user of the key leaves is filled', async () => {
  key = await startKey(rig, { stopped: true })
  await rig.rpc('evm_setAutomine', false)
  const dropped = await foreign(key.wallet, 0, key.wallet.address)
  key.start()
  const { id, to } = await key.ask()
  expect(await key.reaches(id, 'sent')).toMatchObject({ nonce: 1 })
  await rig.rpc('anvil_dropTransaction', dropped)
  await rig.rpc('evm_setAutomine', true)
  await key.reaches(id, 'mined')
  expect(await rig.nonce(key.wallet.address)).toBe(2)
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a gap is not filled with what a job that has another nonce by now was signed as before', async () => {
  key = await startKey(rig, { confirmations: 2, settings: RESTING })
  await rig.rpc('evm_setAutomine', false)
  const { id, to } = await key.ask()
  await key.reaches(id, 'sent')
  await foreign(key.wallet, 0, key.wallet.address)
  await rig.mine(2)
  await key.reaches(id, 'pending')
  key.passTime(UNTIL_TOLD_MS)
  expect(await key.reaches(id, 'sent')).toMatchObject({ nonce: 1 })
  await rig.rpc('anvil_rollback', 2)
  await rig.rpc('anvil_dropAllTransactions')
  await rig.rpc('evm_setAutomine', true)
  await until('it is mined', async () => {
    await rig.mine() // the filler and the job may share a block: then nothing else confirms them
    return (await key?.job(id))?.status === 'mined'
  })
  expect(await rig.nonce(key.wallet.address)).toBe(2)
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 two live jobs of one key can not hold the same nonce', async () => {
  key = await startKey(rig, { stopped: true })
  const [one, two] = [await key.ask(), await key.ask()]
  const hold = (id: string) =>
    inTx(rig.db, (tx) =>
      tx.query(
        `update kit.chain_tx set status = 'processing', signer = $2, nonce = 5, chain_id = 9 where id = $1`,
        [id, key?.wallet.address.toLowerCase()],
      ),
    )
  await hold(one.id)
  await expect(hold(two.id)).rejects.toThrow('chain_tx_live_nonce')
})
