import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import type { RunningService } from '@talad/shared/platform'
import { until } from '@talad/shared/testing/wait'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { allUpstreams, type Bench, openBench, problemIn, SITE } from './harness.ts'
import { ADDRESS, ASSET, asset, COLLECTION, collection } from './share-samples.ts'
import { type Seen, startUpstream, type Upstream } from './upstream.ts'

const PAGE = '<!doctype html><html lang="en"><head><title>Talad</title></head><body>the web app</body></html>'
const path = (token: string | number) => `/assets/jfin/${ADDRESS}/${token}`

let bench: Bench
let folder: string
let gateway: RunningService
let indexer: Upstream
/** what the asset indexer says, by path; a status without a body otherwise */
const answers = new Map<string, unknown>()
let media: Buffer
const cleanup: (() => Promise<unknown>)[] = []

function answer(request: Seen, response: Parameters<Upstream['answer']>[1]): void {
  const { pathname, searchParams } = new URL(request.url, 'http://upstream')
  if (pathname.startsWith('/media/')) {
    response.setHeader('content-type', 'image/webp')
    response.setHeader('content-length', media.length)
    response.end(media)
    return
  }
  const key = `${pathname.split('/').at(-1)} ${searchParams.get('ti') ?? searchParams.get('id') ?? ''}`.trim()
  const body = answers.get(key)
  response.statusCode = body === undefined ? 404 : typeof body === 'number' ? body : 200
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(typeof body === 'object' ? body : {}))
}

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  folder = await mkdtemp(join(tmpdir(), 'talad-share-'))
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist', 'index.html'), PAGE)
  media = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#d94f70' } })
    .webp()
    .toBuffer()
  indexer = await startUpstream()
  indexer.answer = answer
  gateway = await bench.start({
    WEB_DIST: join(folder, 'dist'),
    PREVIEW_DIR: join(folder, 'previews'),
    UPSTREAMS: allUpstreams(indexer.url),
  })
  cleanup.push(
    () => bench.close(),
    () => indexer.close(),
    () => rm(folder, { recursive: true, force: true }),
  )
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

const html = async (at: string) => (await fetch(gateway.url + at)).text()
const contentOf = (page: string, name: string) =>
  new RegExp(`(?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1]

/** The path of the picture that a page names. */
async function imageOf(at: string): Promise<string> {
  return (contentOf(await html(at), 'og:image') ?? '').replace(SITE, '')
}

test('WB-1 a link to an asset tells its name, collection, price and picture, at its one address', async () => {
  for (const key of ['7', ASSET])
    answers.set(`asset ${key}`, asset({ name: 'ปลากัด · Betta', price: '1234.57' }))
  const response = await fetch(gateway.url + path(7))
  const page = await response.text()
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(page).toContain('<html lang="th"')
  expect(page).toContain('<title>ปลากัด · ปลากัดสยาม · Talad</title>')
  expect(contentOf(page, 'og:title')).toBe('ปลากัด · ปลากัดสยาม')
  expect(contentOf(page, 'og:description')).toContain('ปลากัด ลงขาย ฿1,234.57')
  expect(contentOf(page, 'og:image')).toMatch(new RegExp(`^${SITE}/share/asset/${ASSET}/[0-9a-f]{32}\\.jpg$`))
  expect(contentOf(page, 'twitter:card')).toBe('summary_large_image')
  expect(page).toContain(`<link rel="canonical" href="${SITE}${path(7)}" />`)
  expect(page).toContain('the web app')
  // nobody who holds it is named
  expect(page).not.toContain('0x99')
})

test('the picture is 1200×630, kept by its content, and drawn once for many who ask', async () => {
  const image = await imageOf(path(7))
  const drawn = await Promise.all(Array.from({ length: 8 }, () => fetch(gateway.url + image)))
  const bytes = await Promise.all(drawn.map(async (one) => Buffer.from(await one.arrayBuffer())))
  const [first] = bytes
  if (!first) throw new Error('no picture')
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
  expect(bytes.every((one) => one.equals(first))).toBe(true)
  expect(drawn[0]?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(drawn[0]?.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await readdir(join(folder, 'previews'))).toHaveLength(1)
  expect(indexer.seen.filter(({ url }) => url.startsWith('/media/'))).toHaveLength(1)
  // the token's own colour is on the left, the cloth of the shop on the right
  const pixel = async (left: number) =>
    (await sharp(first).extract({ left, top: 300, width: 1, height: 1 }).raw().toBuffer()).toString('hex')
  expect(await pixel(100)).toMatch(/^d/)
  expect(await pixel(1_190)).toMatch(/^0/)
})

test('an older picture leads to what costs now, and an unknown one to nothing', async () => {
  const stale = `/share/asset/${ASSET}/${'0'.repeat(32)}.jpg`
  const moved = await fetch(gateway.url + stale, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([302, await imageOf(path(7))])
  for (const odd of [
    `/share/asset/${'f'.repeat(24)}/${'0'.repeat(32)}.jpg`,
    `/share/asset/${ASSET}/..%2f..%2fetc.jpg`,
    `/share/wallet/${ASSET}/${'0'.repeat(32)}.jpg`,
    `/share/asset/x/${'0'.repeat(32)}.jpg`,
  ]) {
    const response = await fetch(gateway.url + odd)
    expect([odd, response.status]).toEqual([odd, 404])
    expect((await problemIn(response)).code).toBe('not_found')
  }
})

test('a broken picture, and none at all, give a drawing all the same', async () => {
  const good = media
  media = Buffer.from('no picture')
  const id = 'd'.repeat(24)
  for (const key of ['8', id]) answers.set(`asset ${key}`, asset({ id, name: '🎉', price: undefined }))
  const image = await imageOf(path(8))
  expect(image).toContain(`/share/asset/${id}/`)
  const response = await fetch(gateway.url + image)
  media = good
  expect(response.status).toBe(200)
  expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({ width: 1_200 })
})

test('GW-7 an asset that is not there is a 404, a suspended collection a 403, each with the web app', async () => {
  const gone = await fetch(gateway.url + path(404))
  expect([gone.status, await gone.text()]).toEqual([404, PAGE])
  answers.set('collection closed', 403)
  expect((await fetch(`${gateway.url}/collection/closed`)).status).toBe(403)
})

test('WB-1 a link to a collection tells where prices begin and shows four of its items', async () => {
  answers.set('collection siam', collection({ floor: '590' }))
  answers.set('assets', { list: [1, 2, 3, 4].map(() => asset({ name: 'x', price: '1' })), ...page })
  const told = await html('/collection/siam?tab=activity')
  expect(contentOf(told, 'og:title')).toBe('ปลากัดสยาม')
  expect(contentOf(told, 'og:description')).toContain('ลงขายอยู่ 3 ชิ้น เริ่มต้น ฿590.00')
  expect(told).toContain(`href="${SITE}/collection/siam"`)
  expect(contentOf(told, 'og:image')).toContain(`/share/collection/${COLLECTION}/`)
})

const page = { size: 4, index: 0, total: null, pages: null }

test('B39 what strangers wrote stays text in the page', async () => {
  const payload = `"'><script>alert(1)</script></title></head><img src=x onerror=alert(1)>`
  answers.set('asset 66', asset({ name: payload, price: '20' }))
  const told = await html(path(66))
  expect(told).not.toMatch(/<script|<img/)
  expect(told.match(/<title/g)).toHaveLength(1)
})

test('a suspended asset is told of without its picture', async () => {
  answers.set('asset 9', asset({ id: 'e'.repeat(24), name: 'x', price: '20', suspended: true }))
  expect(contentOf(await html(path(9)), 'og:description')).toContain('ระงับการซื้อขาย')
})

test('MO-7 what is suspended loses its picture at once, also where its page was read a moment ago', async () => {
  const id = 'b'.repeat(24)
  const say = (suspended: boolean) => {
    for (const key of ['12', id])
      answers.set(`asset ${key}`, asset({ id, name: 'ว่าว', price: '20', suspended }))
  }
  const told = async () => contentOf(await html(path(12)), 'og:description') ?? ''
  say(false)
  expect(await told()).toContain('฿20')
  const before = await imageOf(path(12))
  say(true)
  expect(await told()).toContain('฿20') // kept
  const bus = await connectPostgresBus(bench.busUrl, { onError: () => undefined })
  onTestFinished(() => bus.close())
  await bus.publish([{ ...suspension(), id: 'told-once', headers: {}, time: new Date() }])
  await until('its page tells of it', async () => (await told()).includes('ระงับการซื้อขาย'))
  const after = await imageOf(path(12))
  expect(after).not.toBe(before)
  const old = await fetch(gateway.url + before, { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([302, after])
})

/** What moderation says of a token of the samples' contract. */
const suspension = () =>
  outgoing('moderation.suspension.v1', `jfin:${ADDRESS}`, SuspensionChangedSchema, {
    suspensionId: 's',
    status: 'suspended',
    blockchain: 'jfin',
    contractAddress: ADDRESS,
    tokenFrom: '12',
    tokenTo: '12',
    revision: 1,
  })

test('the page comes without a preview while the asset indexer is silent, and soon', async () => {
  const former = indexer.answer
  indexer.answer = () => undefined
  const began = performance.now()
  const response = await fetch(gateway.url + path(55))
  expect([response.status, await response.text()]).toEqual([200, PAGE])
  expect(performance.now() - began).toBeLessThan(4_000)
  indexer.answer = former
})
