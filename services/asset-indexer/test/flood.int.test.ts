import { createServer } from 'node:http'
import { abi } from '@talad/contracts/abi/TaladERC721'
import { Contract } from 'ethers'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { TOPICS } from '../src/chain/decode.ts'
import { assetIdOf } from '../src/chain/ids.ts'
import { LogsMissing } from '../src/chain/node-faults.ts'
import { openRpc } from '../src/chain/rpc.ts'
import { createScanner } from '../src/scan/scanner.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, type TestIndexer } from './indexer.ts'

/** Logs nothing, as often as it is told: 4 MiB of a node's words are some 8,000 such logs. */
const NOISE = '0x5f355b5f5fa0600190038060025700'
const STRANGER = `0x${'5a'.repeat(20)}`

let chain: TestChain
let indexer: TestIndexer
let single: string
beforeAll(async () => {
  chain = await startChain()
  single = await chain.collection('erc721', 1)
  await chain.rpc('anvil_setCode', STRANGER, NOISE)
  indexer = await createIndexer(inject('postgres'), chain)
  await indexer.scan()
})
afterAll(async () => {
  await indexer.drop()
  await chain.stop()
})

/** A block of these calls. @returns its hash */
async function blockOf(...calls: (() => Promise<unknown>)[]): Promise<string> {
  await chain.rpc('evm_setAutomine', false)
  for (const call of calls) await call()
  await chain.mine(1)
  await chain.rpc('evm_setAutomine', true)
  return (await chain.provider.getBlock('latest'))?.hash ?? ''
}

const call = (person: number, method: string, ...args: unknown[]) =>
  new Contract(single, abi, chain.signer(person)).getFunction(method)(...args, { gasLimit: 300_000 })

/** A block with empty logs of a stranger and a token of ours. */
const flood = (times: number, token: number) =>
  blockOf(
    () =>
      chain.signer(3).sendTransaction({
        to: STRANGER,
        data: `0x${times.toString(16).padStart(64, '0')}`,
        gasLimit: 25_000_000,
      }),
    () => call(0, 'mint', addressOf(1), token),
  )

const isThere = async (token: number) =>
  (await indexer.db.query('select 1 from asset where id = $1', [assetIdOf('kub', single, String(token))]))
    .rows.length === 1

test('AI-4 a block that strangers have filled is not read as a whole, and what is ours in it is indexed', async () => {
  const { rpc } = indexer.deps
  expect((await rpc.blockLogs(await flood(10, 1)))?.length).toBe(11)
  expect(await rpc.blockLogs(await flood(20_000, 2))).toBeUndefined()
  while (await indexer.step());
  expect([await isThere(1), await isThere(2)]).toEqual([true, true])
})

test('AI-4 of a block that is too full to be read as a whole, logs of ours that were left out are still missed', async () => {
  await flood(20_000, 3)
  const { rpc } = indexer.deps
  let asked = 0
  const forgetful = createScanner({
    ...indexer.deps,
    rpc: {
      ...rpc,
      async logs(filter) {
        asked += 1
        return asked === 1 ? [] : rpc.logs(filter)
      },
    },
  })
  await expect(forgetful()).rejects.toThrow(LogsMissing)
  while (await indexer.step());
  expect(await isThere(3)).toBe(true)
})

const results = z.object({ result: z.array(z.unknown()) })

/** The node, which refuses to tell of more than so many logs at once. */
async function openRefusing(most: number) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = { 'content-type': 'application/json' }
    const options = { method: 'POST', headers, body: Buffer.concat(parts) }
    const body: unknown = await (await fetch(chain.anvil.rpcUrl, options)).json()
    const isTooMuch = (results.safeParse(body).data?.result.length ?? 0) > most
    const error = { code: -32_005, message: `query returned more than ${most} results` }
    response
      .writeHead(200, headers)
      .end(JSON.stringify(isTooMuch ? { ...Object(body), result: undefined, error } : body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const rpc = openRpc(`http://127.0.0.1:${port}`, chain.anvil.chainId)
  onTestFinished(() => {
    rpc.close()
    server.closeAllConnections()
    server.close()
  })
  return rpc
}

test('AI-4 a block that is too much for the node is read contract by contract, then kind by kind', async () => {
  const { seaport } = chain.deployment
  const blockHash = await blockOf(
    () => call(0, 'mint', addressOf(1), 11),
    () => call(1, 'setApprovalForAll', seaport, true),
    () => call(2, 'setApprovalForAll', seaport, true),
  )
  const filter = { at: { blockHash }, addresses: [STRANGER, single, seaport], topics: TOPICS }
  expect((await (await openRefusing(3)).logs(filter)).length).toBe(3)
  const split = await (await openRefusing(2)).logs(filter)
  expect(split.map(({ logIndex }) => logIndex).sort()).toEqual([0, 1, 2])
  const few = await openRefusing(2)
  expect(await few.blockLogs(blockHash)).toBeUndefined()
  await expect((await openRefusing(1)).logs(filter)).rejects.toThrow('more than 1 results')
})
