import { AbiCoder, id } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readAbouts } from '../src/collection/about.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, type TestIndexer } from './indexer.ts'

const coder = AbiCoder.defaultAbiCoder()
const OWNER = id('owner()').slice(0, 10)
const unused = async () => {
  throw new Error('not used here')
}

let chain: TestChain
let indexer: TestIndexer
let contract: string
let uri: string | undefined
let isBroken = false
beforeAll(async () => {
  chain = await startChain()
  contract = await chain.collection('erc721', 1)
  indexer = await createIndexer(inject('postgres'), chain)
  await indexer.scan()
})
afterAll(async () => {
  await indexer?.drop()
  await chain?.stop()
})

async function read(now: Date) {
  const { rpc, db } = indexer.deps
  const call = async (to: string, data: string) => {
    if (isBroken) throw new Error('the node gave up')
    if (data === OWNER) return rpc.call(to, data)
    return uri === undefined ? '0x' : coder.encode(['string'], [uri])
  }
  const sources = { resolve: unused, ipfsGateways: [], arweaveGateway: '' }
  await readAbouts({ db, rpc: { ...rpc, call }, sources }, now)
  const { rows } = await db.query(
    'select description, creator, about_tries as tries, about_due as due from collection where address = $1',
    [contract],
  )
  return rows[0]
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const telling = (description: unknown) =>
  `data:application/json,${encodeURIComponent(JSON.stringify({ description }))}`

test('AI-19 a collection has what its contract tells of it and who owns it; text of strangers is cleaned and cut', async () => {
  uri = telling(`  ปลากัด\u0000\u0007 <script>\ud800${'x'.repeat(6_000)}`)
  const found = await read(hours(0))
  expect(found.creator).toBe(addressOf(0).toLowerCase())
  expect(found.description).toMatch(/^ปลากัด <script>/)
  expect(found.description).toHaveLength(5_000)
  expect(found.tries).toBe(0)
})

test('what was told is read again daily, not before', async () => {
  uri = telling('now something else')
  expect((await read(hours(1))).description).toMatch(/^ปลากัด/)
  expect((await read(hours(25))).description).toBe('now something else')
})

test('a source that fails takes nothing away, and is asked again later and later', async () => {
  uri = 'file:///etc/passwd'
  const first = await read(hours(50))
  expect(first).toMatchObject({ description: 'now something else', tries: 1 })
  expect(first.due.getTime() - hours(50).getTime()).toBeLessThanOrEqual(5 * 60_000)
  const second = await read(hours(51))
  expect(second).toMatchObject({ description: 'now something else', tries: 2 })
})

test('a contract that the node cannot run keeps what is known of it, and does not stand before the others for ever', async () => {
  isBroken = true
  const found = await read(hours(60))
  isBroken = false
  expect(found).toMatchObject({
    description: 'now something else',
    creator: addressOf(0).toLowerCase(),
    tries: 3,
  })
  expect(found.due.getTime()).toBeGreaterThan(hours(60).getTime())
})

test('a contract that tells nothing has no words, and no owner where it names none', async () => {
  uri = undefined
  expect(await read(hours(80))).toMatchObject({ description: '', tries: 0 })
})
