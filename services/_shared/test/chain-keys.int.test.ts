import { toQuantity, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../src/testing/wait.ts'
import { ONE, type Rig, startKey, startRig } from './chain-rig.ts'

let rig: Rig
let keys: Awaited<ReturnType<typeof startKey>>
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.close())
beforeEach(() => rig.rpc('evm_setAutomine', false))
afterEach(async () => {
  await keys.stop()
  await rig.reset()
})

const fresh = (count: number) => Array.from({ length: count }, () => Wallet.createRandom())
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

/** How many jobs are with the node or in a block, and how many of those have ended. */
async function progress(ids: readonly string[]) {
  const jobs = await Promise.all(ids.map((id) => keys.job(id)))
  const count = (...statuses: string[]) => jobs.filter(({ status }) => statuses.includes(status)).length
  return { out: count('sent', 'mined'), mined: count('mined') }
}

const goneOut = (ids: readonly string[], wanted: number) =>
  until(`${wanted} are out`, async () => (await progress(ids)).out === wanted)

async function signersOf(ids: readonly string[]): Promise<string[]> {
  const { rows } = await rig.db.query<{ signer: string }>(
    'select distinct signer from kit.chain_tx where id = any($1) order by signer',
    [ids],
  )
  return rows.map(({ signer }) => signer)
}

test('CA-46 a transaction that waits for its confirmations holds up none that comes after it', async () => {
  keys = await startKey(rig, { confirmations: 12, settings: { maxInFlight: 2, stuckMs: 20_000 } })
  const ids = (await times(6, () => keys.ask())).map(({ id }) => id)
  for (const out of [2, 4, 6]) {
    await goneOut(ids, out)
    await rig.mine()
  }
  expect((await progress(ids)).mined).toBe(0)
  await rig.mine(11)
  await until('all are confirmed', async () => (await progress(ids)).mined === 6)
  expect(await rig.nonce(keys.wallet.address)).toBe(6)
})

test('CA-46 the keys of a queue work side by side, each with nonces of its own', async () => {
  const wallets = fresh(3)
  keys = await startKey(rig, { wallets, settings: { maxInFlight: 2, stuckMs: 20_000 } })
  const jobs = await times(6, () => keys.ask())
  const ids = jobs.map(({ id }) => id)
  await goneOut(ids, 6)
  expect(await signersOf(ids)).toEqual(wallets.map(({ address }) => address.toLowerCase()).sort())
  await rig.mine()
  await until('all are mined', async () => (await progress(ids)).mined === 6)
  for (const { address } of wallets) expect(await rig.nonce(address)).toBe(2)
  for (const { to } of jobs) expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a job stays with the key that has signed it, also when that has to sign it again', async () => {
  const wallets = fresh(2)
  keys = await startKey(rig, { wallets, settings: { stuckMs: 20_000 } })
  const { id, to } = await keys.ask()
  const sent = await keys.reaches(id, 'sent')
  const [signer] = await signersOf([id])
  const owner = wallets.find(({ address }) => address.toLowerCase() === signer)
  await rig.rpc('anvil_dropTransaction', sent.hash)
  const thief = await owner?.signTransaction({
    nonce: sent.nonce,
    to: owner.address,
    chainId: rig.anvil.chainId,
    gasLimit: 21_000,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 10n ** 11n,
  })
  await rig.rpc('eth_sendRawTransaction', thief)
  await rig.mine()
  await until('it has another nonce', async () => (await keys.job(id)).nonce === 1)
  expect(await signersOf([id])).toEqual([signer])
  await keys.reaches(id, 'sent')
  await rig.mine()
  await keys.reaches(id, 'mined')
  expect(await rig.balance(to)).toBe(ONE)
})

test('CA-47 a key without money leaves jobs to one that has some, and calls for a person', async () => {
  const [poor, rich] = fresh(2)
  if (!poor || !rich) throw new Error('two keys')
  keys = await startKey(rig, { wallets: [poor, rich], stopped: true })
  await rig.rpc('anvil_setBalance', poor.address, '0x0')
  keys.start()
  await until('the poor key has tried', async () => {
    const { id } = await keys.ask()
    expect(await keys.reaches(id, 'sent')).toMatchObject({ retryCount: 0, retryReason: null })
    expect(await signersOf([id])).toEqual([rich.address.toLowerCase()])
    await rig.mine()
    return keys.errors.join().includes(`${poor.address.toLowerCase()} leaves chain jobs to other keys`)
  })
})

/** A contract that refuses one caller: `if (msg.sender == who) revert()`. */
async function refusing(who: string): Promise<string> {
  const { address } = Wallet.createRandom()
  await rig.rpc('anvil_setCode', address, `0x3373${who.slice(2)}14601b57005b5f5ffd`)
  return address
}

test('CA-47 what a contract refuses to one key is done by another one, and fails when all are refused', async () => {
  const [barred, good] = fresh(2)
  if (!barred || !good) throw new Error('two keys')
  keys = await startKey(rig, { wallets: [barred, good] })
  const to = await refusing(barred.address)
  await until('the barred key has tried', async () => {
    const { id } = await keys.ask({ to })
    await keys.reaches(id, 'sent')
    expect(await signersOf([id])).toEqual([good.address.toLowerCase()])
    await rig.mine()
    return keys.errors.join().includes(`${barred.address.toLowerCase()} leaves chain jobs to other keys`)
  })
  const nobody = Wallet.createRandom().address
  await rig.rpc('anvil_setCode', nobody, '0x5f5ffd')
  const { id } = await keys.ask({ to: nobody })
  expect((await keys.reaches(id, 'failed')).failedReason).toContain('reverted in simulation')
})

test('CA-46 what a reorganisation takes back before its confirmations goes out again, and no nonce is used twice', async () => {
  const wallets = fresh(2)
  keys = await startKey(rig, { wallets, confirmations: 4, settings: { maxInFlight: 2, stuckMs: 20_000 } })
  const first = await times(4, () => keys.ask())
  const ids = first.map(({ id }) => id)
  await goneOut(ids, 4)
  await rig.mine(2)
  const included = async () => (await Promise.all(ids.map(keys.job))).every(({ block }) => block !== null)
  await until('the block was seen', included)
  await rig.rpc('anvil_rollback', 2)
  await rig.rpc('anvil_dropAllTransactions')
  await rig.rpc('anvil_setCoinbase', Wallet.createRandom().address)
  const later = await times(4, () => keys.ask())
  const all = [...first, ...later]
  const everything = all.map(({ id }) => id)
  await until('all are mined', async () => {
    await rig.mine()
    return (await progress(everything)).mined === 8
  })
  for (const { to } of all) expect(await rig.balance(to)).toBe(ONE)
  const used = await Promise.all(wallets.map(({ address }) => rig.nonce(address)))
  expect(used.reduce((sum, nonce) => sum + nonce, 0)).toBe(8)
})

test('CA-46 a key that is taken out of the queue with jobs in hand is told of', async () => {
  const [gone, here] = fresh(2)
  if (!gone || !here) throw new Error('two keys')
  keys = await startKey(rig, { wallets: [gone] })
  const { id } = await keys.ask()
  await keys.reaches(id, 'sent')
  await keys.stop()
  await rig.rpc('anvil_setBalance', here.address, toQuantity(10n ** 20n))
  keys.setWallets([here])
  keys.start()
  await until('it is told', async () =>
    keys.errors.some((error) => error.includes(`1 chain jobs wait for ${gone.address.toLowerCase()}`)),
  )
})
