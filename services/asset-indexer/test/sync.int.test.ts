import { createServer, type Server } from 'node:http'
import { abi as erc721 } from '@talad/contracts/abi/TaladERC721'
import { claimJobs, reclaimStale } from '@talad/shared/job-claims'
import { Contract } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf } from '../src/chain/ids.ts'
import { imageJob } from '../src/jobs/image.ts'
import { metadataJob } from '../src/jobs/metadata.ts'
import type { SyncDeps } from '../src/sync/attempt.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, runDue, type TestIndexer } from './indexer.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let chain: TestChain
let indexer: TestIndexer
let server: Server
let deps: SyncDeps
let contract: string
/** the injected clock */
let now = new Date(Date.now() + DAY)
const answers = new Map<string, string>()
let asked = 0

beforeAll(async () => {
  chain = await startChain()
  server = createServer((request, response) => {
    asked += 1
    const body = answers.get(request.url ?? '')
    response.writeHead(body === undefined ? 500 : 200).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  contract = await chain.collection('erc721', 1, 'ipfs://m/')
  indexer = await createIndexer(inject('postgres'), chain)
  deps = {
    db: indexer.db,
    rpc: indexer.deps.rpc,
    now: () => now,
    sources: {
      resolve: async () => [],
      ipfsGateways: [`http://127.0.0.1:${address.port}`],
      arweaveGateway: 'http://127.0.0.1:1',
    },
    pictures: {
      make: async () => ({ mime: 'image/png', hash: '', r360: 'a.webp', r800: 'b.webp' }),
      close: async () => undefined,
    },
  }
})
afterAll(async () => {
  await indexer.drop()
  await new Promise((resolve) => server.close(resolve))
  await chain.stop()
})

/** Does what is due. @returns how many pieces */
const sweep = (kind: 'metadata' | 'image') => runDue(deps, kind === 'metadata' ? metadataJob : imageJob, now)

async function state(token: number, kind: 'metadata' | 'image' = 'metadata'): Promise<string> {
  const id = assetIdOf('kub', contract, String(token))
  const found = await indexer.db.query('select state from sync where asset_id = $1 and kind = $2', [id, kind])
  return found.rows[0]?.state
}

async function minted(token: number): Promise<void> {
  await chain.mint(contract, addressOf(1), token)
  await indexer.scan()
}

test('AI-1 a source that always fails is tried after 1, 5 and 30 minutes, then daily for seven days, then no more', async () => {
  await minted(1)
  const seen: string[] = []
  for (const wait of [0, MINUTE, 5 * MINUTE, 30 * MINUTE, ...Array<number>(7).fill(DAY)]) {
    if (wait > 0) {
      now = new Date(now.getTime() + wait - 1)
      expect(await sweep('metadata')).toBe(0)
      now = new Date(now.getTime() + 1)
    }
    expect(await sweep('metadata')).toBe(1)
    seen.push(await state(1))
  }
  expect(seen).toEqual(['failed', 'failed', 'failed', ...Array(7).fill('sleep'), 'dead'])
  now = new Date(now.getTime() + 400 * DAY)
  expect(await sweep('metadata')).toBe(0)
})

test('AI-1 metadata and picture are kept apart: the picture waits for the metadata, and fails alone', async () => {
  await minted(2)
  expect(await sweep('image')).toBe(0)
  answers.set('/m/2.json', JSON.stringify({ name: 'Two', image: 'ipfs://pictures/2.png' }))
  await sweep('metadata')
  expect([await state(2), await state(2, 'image')]).toEqual(['frozen', 'pending'])
  await sweep('image')
  expect([await state(2), await state(2, 'image')]).toEqual(['frozen', 'failed'])
  answers.set('/pictures/2.png', 'png')
  now = new Date(now.getTime() + MINUTE)
  await sweep('image')
  expect(await state(2, 'image')).toBe('frozen')
})

test('AI-1 metadata that is no JSON, and metadata without a picture', async () => {
  await minted(3)
  answers.set('/m/3.json', '<html>')
  await sweep('metadata')
  expect(await state(3)).toBe('failed')
  answers.set('/m/3.json', '{"name":"Three"}')
  now = new Date(now.getTime() + MINUTE)
  await sweep('metadata')
  expect([await state(3), await state(3, 'image'), await sweep('image')]).toEqual(['frozen', 'pending', 0])
})

test('AI-1 metadata that names a picture in characters that cannot be stored is kept like any other', async () => {
  await minted(6)
  answers.set('/m/6.json', '{"name":"Six \\ud83c","image":"ipfs://a\\u0000b\\ud83c"}')
  await sweep('metadata')
  const id = assetIdOf('kub', contract, '6')
  const { rows } = await indexer.db.query('select name, image_source from asset where id = $1', [id])
  expect(rows).toEqual([{ name: 'Six \uFFFD', image_source: 'ipfs://a\uFFFDb\uFFFD' }])
  await sweep('image')
  expect(await state(6, 'image')).toBe('failed')
})

test('AI-1 a picture in place of metadata is the picture of the token, which is named by its number', async () => {
  await minted(7)
  await minted(8)
  answers.set('/m/7.json', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  answers.set('/m/8.json', `GIF89a${'x'.repeat(20)}`)
  await sweep('metadata')
  const { rows } = await indexer.db.query(
    'select name, image_source from asset where token_id in (7, 8) order by token_id',
  )
  expect(rows).toEqual([
    { name: '#7', image_source: 'ipfs://m/7.json' },
    { name: '#8', image_source: 'ipfs://m/8.json' },
  ])
  await sweep('image')
  expect([await state(7), await state(7, 'image'), await state(8, 'image')]).toEqual([
    'frozen',
    'frozen',
    'frozen',
  ])
})

test('AI-1 a worker that died while updating is replaced', async () => {
  await minted(4)
  const id = assetIdOf('kub', contract, '4')
  answers.set('/m/4.json', '{"name":"Four"}')
  await claimJobs(indexer.db, 2, new Map([['sync.metadata', 1]]), now)
  await indexer.db.query(`update sync set state = 'updating' where asset_id = $1 and kind = 'metadata'`, [id])
  expect(await sweep('metadata')).toBe(0)
  await reclaimStale(indexer.db, 1, [])
  expect(await sweep('metadata')).toBe(1)
  expect(await state(4)).toBe('frozen')
})

test('AI-1 a metadata event makes ready metadata pending again, also while it is being fetched, and leaves frozen ones', async () => {
  await indexer.db.query(`update sync set state = 'ready' where kind = 'metadata' and asset_id = $1`, [
    assetIdOf('kub', contract, '3'),
  ])
  await indexer.db.query(`update sync set state = 'updating' where kind = 'metadata' and asset_id = $1`, [
    assetIdOf('kub', contract, '4'),
  ])
  const setBaseUri = new Contract(contract, erc721, chain.signer(0)).getFunction('setBaseURI')
  await (await setBaseUri('ipfs://n/')).wait()
  await indexer.scan()
  expect([await state(2), await state(3), await state(4)]).toEqual(['frozen', 'pending', 'pending'])
})

test('AI-19 a token that points into our network fails without a connection', async () => {
  const setBaseUri = new Contract(contract, erc721, chain.signer(0)).getFunction('setBaseURI')
  await (await setBaseUri('http://169.254.169.254/')).wait()
  await minted(5)
  asked = 0
  await sweep('metadata')
  const row = await indexer.db.query(
    `select state, error from sync where asset_id = $1 and kind = 'metadata'`,
    [assetIdOf('kub', contract, '5')],
  )
  expect(row.rows).toEqual([{ state: 'failed', error: 'invalid ip' }])
  expect(asked).toBe(0)
})
