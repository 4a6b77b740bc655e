import { randomFrom } from '@talad/demo/random'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { LogsMissing, NodeBehind } from '../src/chain/node-faults.ts'
import type { ChainRpc, RawLog } from '../src/chain/rpc.ts'
import { readScanHealth } from '../src/health/read.ts'
import { withFaultsNoted } from '../src/health/scan-fault.ts'
import { createScanner } from '../src/scan/scanner.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, dump, type TestIndexer, told } from './indexer.ts'

const [alice, bob] = [addressOf(1), addressOf(2)]
const BLOCKS = 24

let chain: TestChain
let single: string
let multi: string
let indexer: TestIndexer
let step: () => Promise<boolean>
/** What is wrong with the node just now. */
const trouble = { heads: 0, blocks: 0, leavesOut: (_log: RawLog) => false }

/** A node in front of others: the newest block is told by one, a block by another, logs by one that lacks some. */
function troubled(rpc: ChainRpc): ChainRpc {
  const most = async (less: number) => (await rpc.head()).number - less
  const known = async (number: number) =>
    number > (await most(trouble.blocks)) ? undefined : rpc.header(number)
  const left = (logs: RawLog[]) => logs.filter((log) => !trouble.leavesOut(log))
  return {
    ...rpc,
    head: async () => (await rpc.header(await most(trouble.heads))) ?? rpc.head(),
    header: known,
    logs: async (filter) => left(await rpc.logs(filter)),
    blockLogs: async (hash) => left((await rpc.blockLogs(hash)) ?? []),
  }
}

beforeAll(async () => {
  chain = await startChain()
  single = await chain.collection('erc721', 1)
  multi = await chain.collection('erc1155', 2)
  indexer = await createIndexer(inject('postgres'), chain)
  step = createScanner({ ...indexer.deps, rpc: troubled(indexer.deps.rpc) })
})
afterAll(async () => {
  await indexer?.drop()
  await chain?.stop()
})
beforeEach(() => {
  Object.assign(trouble, { heads: 0, blocks: 0, leavesOut: () => false })
})

async function scan(): Promise<void> {
  while (await step());
}

/** As it is and as it was told. */
const state = async () => ({ tables: await dump(indexer.db), told: (await told(indexer.db)).length })

async function equalsReplay(): Promise<void> {
  const replay = await createIndexer(inject('postgres'), chain)
  await replay.scan()
  expect(await dump(indexer.db)).toEqual(await dump(replay.db))
  await replay.drop()
}

test.each([
  ['whose newest block is below what was read', { heads: 4, blocks: 4 }],
  ['of which one part lacks the block that was read last', { heads: 0, blocks: 2 }],
  ['whose newest block is above, while blocks are told by one that is far behind', { heads: 0, blocks: 9 }],
])(
  'AI-4 OB-42 a node %s takes back nothing that is confirmed: the scan waits, and goes on from there',
  async (_, lag) => {
    await chain.mint(single, alice, 1_000 + (await chain.height()))
    for (let n = 0; n < 6; n++) {
      await chain.mine(1)
      await scan()
    }
    const before = await state()
    await chain.mine(lag.heads === 0 ? 1 : 0)
    Object.assign(trouble, lag)
    for (let n = 0; n < 3; n++) await expect(step()).rejects.toThrow(NodeBehind)
    expect(await state()).toEqual(before)
    Object.assign(trouble, { heads: 0, blocks: 0 })
    await chain.mint(single, bob, 1_000 + (await chain.height()))
    await scan()
    await equalsReplay()
  },
)

test('AI-4 logs that a node leaves out are never passed over: the scan waits until it has them all, block by block and in ranges', async () => {
  const random = randomFrom('left out')
  trouble.leavesOut = () => random() < 0.3
  let waits = 0
  for (let n = 0; n < BLOCKS; n++) {
    if (n % 3 === 0) await chain.mintMany(multi, alice, n, 5)
    else if (n % 3 === 1) await chain.mint(single, alice, 5_000 + n)
    else await chain.moveBatch(multi, 1, bob, [n - 2], [2])
    if (n < BLOCKS / 2 || n === BLOCKS - 1)
      for (let more = true; more; )
        more = await step().catch((error: unknown) => {
          expect(error).toBeInstanceOf(LogsMissing)
          waits += 1
          return true
        })
  }
  expect(waits).toBeGreaterThan(5)
  await equalsReplay()
})

test('AI-4 the health tells a node that lags from one that leaves out logs, until it goes on', async () => {
  const noted = withFaultsNoted({ db: indexer.db, now: () => new Date() }, step)
  const fault = async () => (await readScanHealth(indexer.db)).fault
  trouble.heads = trouble.blocks = 2
  await expect(noted()).rejects.toThrow(NodeBehind)
  expect(await fault()).toMatchObject({ kind: 'behind', says: expect.stringContaining('not caught up') })
  Object.assign(trouble, { heads: 0, blocks: 0, leavesOut: () => true })
  await chain.mint(single, alice, 9_000)
  await expect(noted()).rejects.toThrow(LogsMissing)
  expect(await fault()).toMatchObject({ kind: 'incomplete', times: 2 })
  trouble.leavesOut = () => false
  while (await noted());
  expect(await fault()).toBeNull()
  await equalsReplay()
})
