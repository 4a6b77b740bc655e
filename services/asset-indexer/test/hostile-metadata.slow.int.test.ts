import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { claimJobs, finishJob } from '@talad/shared/job-claims'
import type { AnyJob } from '@talad/shared/jobs'
import { createPictureMaker, mediaPath } from '@talad/shared/media/pictures'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readAssets } from '../src/asset/read.ts'
import { assetIdOf } from '../src/chain/ids.ts'
import { imageJob } from '../src/jobs/image.ts'
import { metadataJob } from '../src/jobs/metadata.ts'
import type { SyncDeps } from '../src/sync/attempt.ts'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { type Answer, type Hostile, hostileMetadata, hostileSources, json, sent } from './hostile-sources.ts'
import { createIndexer, type TestIndexer } from './indexer.ts'

let chain: TestChain
let indexer: TestIndexer
let gateway: Server
let inner: Server
let metadata: Record<string, Hostile>
let pictures: Record<string, Hostile>
let innerCalls = 0
let dir: string
let deps: SyncDeps
let contract: string
let names: string[]
let pictured: string[]
const tokenOf = (name: string) => names.indexOf(name) + 1
const picturedToken = (name: string) => names.length + 1 + pictured.indexOf(name)

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function answerTo(url: string): Answer | undefined {
  const [, kind, name = ''] = /^\/(m|p)\/([^.]*)/.exec(url) ?? []
  const token = Number(name)
  if (kind === 'm')
    return token <= names.length
      ? metadata[names[token - 1] ?? '']?.answer
      : json({ name: 'Pictured', image: `ipfs://p/${token}` })
  return name === 'good' ? sent(goodPicture) : pictures[pictured[token - names.length - 1] ?? '']?.answer
}

let goodPicture: Buffer
beforeAll(async () => {
  goodPicture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  dir = await mkdtemp(join(tmpdir(), 'talad-hostile-'))
  chain = await startChain()
  gateway = createServer((request, response) => answerTo(request.url ?? '')?.(response))
  inner = createServer((_, response) => {
    innerCalls += 1
    response.end('{"name":"secret"}')
  })
  const within = `http://127.0.0.1:${await listen(inner)}/secret`
  metadata = hostileMetadata(within)
  pictures = await hostileSources(within)
  names = Object.keys(metadata)
  pictured = Object.keys(pictures)
  const port = await listen(gateway)
  contract = await chain.collection('erc721', 1, 'ipfs://m/')
  indexer = await createIndexer(inject('postgres'), chain)
  deps = {
    db: indexer.db,
    rpc: indexer.deps.rpc,
    now: () => new Date(),
    sources: {
      resolve: async () => [],
      ipfsGateways: [`http://127.0.0.1:${port}`],
      arweaveGateway: 'http://127.0.0.1:1',
    },
    pictures: createPictureMaker({ dir }),
  }
  for (let token = 1; token <= names.length + pictured.length; token++)
    await chain.mint(contract, addressOf(1), token)
  await indexer.scan()
}, 120_000)
afterAll(async () => {
  await deps?.pictures.close()
  await indexer?.drop()
  for (const server of [gateway, inner]) {
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
  }
  await chain?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** All that is due, as many at once as the service works on. */
async function work(kind: AnyJob<SyncDeps>): Promise<void> {
  const now = new Date()
  const { claimed } = await claimJobs(deps.db, 1, new Map([[kind.name, 100]]), now)
  await Promise.all(
    claimed.map(async (piece) => {
      const nextAt = await kind.run(piece.payload, { deps, now, attempt: 1 })
      await finishJob(deps.db, 1, piece, nextAt ?? undefined)
    }),
  )
}

async function states(kind: 'metadata' | 'image'): Promise<Map<number, string>> {
  const { rows } = await indexer.db.query<{ token_id: bigint; state: string }>(
    'select a.token_id, s.state from sync s join asset a on a.id = s.asset_id where s.kind = $1',
    [kind],
  )
  return new Map(rows.map(({ token_id, state }) => [Number(token_id), state]))
}

async function shown(token: number) {
  const about = { wallets: [], family: 'thb' as const, now: new Date(), rate: undefined, unmarked: [] }
  const [asset] = await readAssets(indexer.db, [assetIdOf('kub', contract, String(token))], about)
  return assetIndexerHttp.getAsset.response.parse(asset)
}

test('AI-1 AI-19 AI-20 no metadata and no picture that somebody has made hostile stops a worker or reaches a shopper, and what is good beside it is read', async () => {
  await work(metadataJob)
  const read = await states('metadata')
  expect(Object.fromEntries(names.map((name) => [name, read.get(tokenOf(name))]))).toEqual(
    Object.fromEntries(Object.entries(metadata).map(([name, { ends }]) => [name, ends])),
  )
  await work(imageJob)
  const made = await states('image')
  expect(Object.fromEntries(pictured.map((name) => [name, made.get(picturedToken(name))]))).toEqual(
    Object.fromEntries(Object.entries(pictures).map(([name, { ends }]) => [name, ends])),
  )
  expect(innerCalls).toBe(0)

  expect(await shown(tokenOf('good'))).toMatchObject({
    metadata: { name: 'Good' },
    image: { mime: 'image/png' },
  })
  const traits = (await shown(tokenOf('ten thousand traits'))).metadata.attributes
  expect(traits).toHaveLength(100)
  const { name } = (await shown(tokenOf('letters that are none'))).metadata
  expect([name.isWellFormed(), name.at(0), name.at(-1)]).toEqual([true, 'a', 'z'])
  expect((await shown(tokenOf('keys of another kind'))).metadata).toMatchObject({ name: 'Kind', image: null })
  for (const one of ['two megabytes', 'silent', 'an address within', 'a page'])
    expect((await shown(tokenOf(one))).metadata).toMatchObject({ name: '', image: null, attributes: [] })

  // what was a drawing with a script is points of colour
  const { image } = await shown(picturedToken('svg: a script'))
  const file = await readFile(mediaPath(dir, image.r800?.split('/').at(-1) ?? ''))
  expect((await sharp(file).metadata()).format).toBe('webp')
  expect(file.includes('script')).toBe(false)
  for (const one of pictured.filter((name) => pictures[name]?.ends === 'failed'))
    expect((await shown(picturedToken(one))).image).toMatchObject({ r360: null, r800: null })
}, 120_000)
