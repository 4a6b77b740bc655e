import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { MEDIA_PART_BYTES } from '@talad/proto/http/asset-indexer/media'
import { inTx } from '@talad/shared/db'
import { systemResolve } from '@talad/shared/guarded-fetch'
import { JOB_CHANNEL } from '@talad/shared/jobs'
import { notifyOnce } from '@talad/shared/notifier'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assetIdOf, collectionIdOf } from '../src/chain/ids.ts'
import { detectMedia } from '../src/media/detect.ts'
import { service } from '../src/service.ts'
import { readMetadata } from '../src/sync/metadata.ts'
import { saveMetadata } from '../src/sync/save-metadata.ts'

const fish = `0x${'f1'.repeat(20)}`
const SIZE = MEDIA_PART_BYTES + 1_000
const clip = Buffer.alloc(SIZE, 'talad')

/** What the gateway was asked for. */
const asked: string[] = []
type Answer = { status?: number; type?: string; body?: Buffer | string; headers?: Record<string, string> }
/** By path; a `body` of `clip` is answered in parts. */
const answers: Record<string, Answer | 'hang'> = {
  '/c/clip.mp4': { type: 'video/mp4', body: clip },
  '/bare': { type: 'video/webm', body: 'short' },
  '/song': { type: 'audio/mpeg; rate=1', body: 'la' },
  '/page': { type: 'text/html', body: '<script>alert(1)</script>' },
  '/c/page.mp4': { type: 'text/html', body: '<script>alert(1)</script>' },
  '/model': { type: 'model/gltf-binary', body: 'x' },
  '/silent': 'hang',
  '/c/gone.mp4': { status: 410 },
  '/c/whole.mp4': { type: 'video/mp4', body: Buffer.alloc(SIZE), headers: { 'x-parts': 'none' } },
  '/c/liar.mp4': { status: 206, type: 'video/mp4', body: 'x', headers: { 'content-range': 'bytes 7-7/9' } },
  '/c/away.mp4': { status: 302, headers: { location: 'http://10.0.0.1/clip.mp4' } },
}

let dir: string
let gateway: string
let stop: () => Promise<void>
let own: Awaited<ReturnType<typeof startUnderTest>>

beforeAll(async () => {
  const server = createServer(({ url = '', method, headers: { range } }, response) => {
    asked.push(`${method} ${url}`)
    const answer = answers[url] ?? { status: 404 }
    if (answer === 'hang') return
    const { status = 200, type = '', body = '', headers = {} } = answer
    const [, from, to] = /^bytes=([0-9]+)-([0-9]+)$/.exec(range ?? '') ?? []
    if (body !== clip || from === undefined || to === undefined)
      return response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    const part = clip.subarray(Number(from), Number(to) + 1)
    const place = `bytes ${from}-${Number(from) + part.length - 1}/${SIZE}`
    response.writeHead(206, { 'content-type': type, 'content-range': place }).end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  gateway = `http://127.0.0.1:${address.port}`
  stop = async () => void server.close().closeAllConnections()
  dir = await mkdtemp(join(tmpdir(), 'talad-media-'))
  own = await startUnderTest(service, inject('postgres'), {
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: fish,
    MEDIA_DIR: dir,
    COLLECTIONS: JSON.stringify([{ address: fish, type: 'erc721', slug: 'fish' }]),
    IPFS_GATEWAYS: gateway,
  })
})
afterAll(async () => {
  await own?.close()
  await stop?.()
  await rm(dir, { recursive: true, force: true })
})

const sources = () => ({ resolve: systemResolve, ipfsGateways: [gateway], arweaveGateway: gateway })

let tokens = 0
/** An asset whose metadata says so, after it was looked at what it names. */
async function assetThat(names: Record<string, unknown>) {
  tokens += 1
  const id = assetIdOf('kub', fish, String(tokens))
  await own.db.query(
    `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block)
     values ($1, $2, $3, $4, 1, 1, now(), 1)`,
    [id, collectionIdOf('kub', fish), fish, tokens],
  )
  await own.db.query(
    `insert into sync (asset_id, kind, state) values ($1, 'metadata', 'ready'), ($1, 'image', 'pending')`,
    [id],
  )
  await readAnew(id, names)
  if (names.image !== undefined) await pictureFailed(id)
  await looked(id)
  return id
}

/** None of the pictures here is one. */
const pictureFailed = (id: string) =>
  until('no picture could be made', async () => {
    const { rows } = await own.db.query(
      `select 1 from sync where asset_id = $1 and kind = 'image' and state = 'failed'`,
      [id],
    )
    return rows.length === 1
  })

async function readAnew(id: string, names: Record<string, unknown>): Promise<void> {
  const metadata = readMetadata(Buffer.from(JSON.stringify(names)))
  if (!metadata) throw new Error('no metadata')
  await inTx(own.db, (tx) => saveMetadata(tx, id, { metadata, source: 'ipfs://m', now: new Date() }))
  await notifyOnce(own.db, JOB_CHANNEL) // the service doesn't hear of it by itself: it was not its transaction
}

const looked = (id: string) =>
  until('it was looked at', async () => {
    const { rows } = await own.db.query(`select 1 from kit.job where task = 'asset.media' and key = $1`, [id])
    return rows.length === 0
  })

const mediaOf = async (id: string) =>
  ((await own.call('GET', `/api/public/v1/asset?id=${id}`)).body as Asset).media
const play = async (id: string, range?: string) => {
  const answer = await fetch(
    `${own.url}/media/asset/${id}`,
    range === undefined ? {} : { headers: { range } },
  )
  return { answer, status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('AI-21 the kind is told by the extension, else by a HEAD within five seconds, else it is 0; who asks no longer gets 999', async () => {
  const detect = (source: string, signal?: AbortSignal) => detectMedia(sources(), source, signal)
  asked.length = 0
  expect(await detect('ipfs://nobody.asks/x.MP4?a=.png')).toBe(2)
  expect(await detect('http://10.0.0.1/x.png')).toBe(1)
  expect(asked).toEqual([])
  expect(
    await Promise.all(['bare', 'song', 'page', 'model', 'nothing'].map((name) => detect(`ipfs://${name}`))),
  ).toEqual([2, 3, 6, 0, 0])
  expect(await detect('data:audio/wav;base64,AAAA')).toBe(3)
  // never asked: what is private, what is no address, what leads there
  for (const source of [
    `${gateway}/bare`,
    'http://[::1]/bare',
    'file:///etc/passwd',
    'javascript:1',
    '?',
    '',
  ])
    expect([source, await detect(source)]).toEqual([source, 0])
  expect(asked.every((one) => one.startsWith('HEAD '))).toBe(true)
  expect(asked).toHaveLength(5)
  const began = performance.now()
  expect(await detect('ipfs://silent')).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(4_900)
  const leaving = new AbortController()
  const answer = detect('ipfs://silent', leaving.signal)
  leaving.abort()
  expect(await answer).toBe(999)
})

test('AI-21 an asset tells the video or sound that its metadata names, besides its picture or in its place', async () => {
  const shownAs = async (...names: Parameters<typeof assetThat>) => {
    const id = await assetThat(...names)
    const media = await mediaOf(id)
    if (media?.path) expect(media.path).toBe(`/media/asset/${id}`)
    return media && [media.type, media.source, media.path !== null]
  }
  const [video, bare, page] = ['ipfs://c/clip.mp4', 'ipfs://bare', 'ipfs://page']
  expect(await shownAs({ image: 'ipfs://a.png', animation_url: video })).toEqual([2, video, true])
  expect(await shownAs({ animation_url: 'ipfs://song' })).toEqual([3, 'ipfs://song', true])
  expect(await shownAs({ animation_url: 'data:audio/wav;base64,AAAA' })).toEqual([3, null, true])
  // named, and nothing that is played
  expect(await shownAs({ animation_url: page })).toEqual([6, page, false])
  expect(await shownAs({ animation_url: `${gateway}/bare` })).toEqual([0, `${gateway}/bare`, false])
  // in the place of the picture: by its name at once, else when no picture could be made of it
  expect(await shownAs({ image: video })).toEqual([2, video, true])
  expect(await shownAs({ image: bare })).toEqual([2, bare, true])
  expect(await shownAs({ image: bare, animation_url: page })).toEqual([2, bare, true])
  expect(await shownAs({ image: 'ipfs://song', animation_url: video })).toEqual([2, video, true])
  for (const none of [{}, { animation_url: 7 }, { animation_url: '' }, { image: 'ipfs://c/a.png' }])
    expect(await shownAs(none)).toBeNull()

  const id = await assetThat({ animation_url: video })
  await readAnew(id, { animation_url: video, name: 'another name' })
  expect((await mediaOf(id))?.type).toBe(2)
  await readAnew(id, { animation_url: 'ipfs://song' })
  await looked(id)
  expect((await mediaOf(id))?.type).toBe(3)
  await readAnew(id, { name: 'nothing to hear' })
  expect(await mediaOf(id)).toBeNull()
})

test('AI-21 a medium is played from here in parts, as nothing but what it is, and never of a suspended asset', async () => {
  const id = await assetThat({ animation_url: 'ipfs://c/clip.mp4' })
  const first = await play(id, 'bytes=0-')
  expect([first.status, first.bytes.equals(clip.subarray(0, MEDIA_PART_BYTES))]).toEqual([206, true])
  expect(Object.fromEntries(first.answer.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-range': `bytes 0-${MEDIA_PART_BYTES - 1}/${SIZE}`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const rest = await play(id, `bytes=${MEDIA_PART_BYTES}-${2 * SIZE}`)
  expect([rest.status, rest.bytes.equals(clip.subarray(MEDIA_PART_BYTES))]).toEqual([206, true])
  expect((await play(id, 'bytes=5-9')).bytes.toString()).toBe(clip.subarray(5, 10).toString())
  for (const range of [undefined, 'bytes=-5', 'bytes=9-5', 'bytes=0-1,3-4', 'lines=0-1'])
    expect([range, (await play(id, range)).status]).toEqual([range, 400])

  // all of it is no larger than a part
  const short = await assetThat({ animation_url: 'ipfs://bare' })
  expect((await play(short)).bytes.toString()).toBe('short')
  const part = await play(short, 'bytes=1-2')
  expect([part.status, part.bytes.toString(), part.answer.headers.get('content-range')]).toEqual([
    ...[206, 'ho', 'bytes 1-2/5'],
  ])
  const inline = await assetThat({ animation_url: 'data:audio/wav;base64,AAAA' })
  const sound = await play(inline, 'bytes=0-')
  expect([sound.status, sound.bytes.length, sound.answer.headers.get('content-type')]).toEqual([
    206,
    3,
    'audio/wav',
  ])
  // a page that calls itself a video is answered as one
  const page = await play(await assetThat({ animation_url: 'ipfs://c/page.mp4' }), 'bytes=0-')
  expect([page.status, page.answer.headers.get('content-type')]).toEqual([206, 'video/mp4'])

  for (const name of ['gone', 'whole', 'liar', 'away', 'nowhere']) {
    const bad = await assetThat({ animation_url: `ipfs://c/${name}.mp4` })
    expect([name, (await play(bad, 'bytes=0-')).status]).toEqual([name, 503])
  }
  const inside = await assetThat({ animation_url: `${gateway}/c/inside.mp4` })
  expect((await play(inside, 'bytes=0-')).status).toBe(503)
  expect(asked.filter((one) => one.includes('inside'))).toEqual([])
  const none = await assetThat({ animation_url: 'ipfs://page' })
  expect([(await play(none)).status, (await play('0'.repeat(24))).status]).toEqual([404, 404])

  await own.db.query(
    `insert into suspension_replica (suspension_id, revision, active, blockchain, contract_address)
     values ('s', 1, true, 'kub', $1)`,
    [fish],
  )
  expect((await play(id, 'bytes=0-')).status).toBe(403)
})
