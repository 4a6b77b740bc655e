import { fromBinary } from '@bufbuild/protobuf'
import { SitePagePublishedSchema } from '@talad/proto/gateway/v1/site'
import type { Continent } from '@talad/proto/http/gateway/continent'
import type { RunningService } from '@talad/shared/platform'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, openBench } from './harness.ts'
import {
  askAt,
  host,
  look,
  MAIN,
  page,
  type SiteDesk,
  section,
  siteDesk,
  termsOf,
  words,
} from './site-harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const CONTINENT = '/api/public/v1/continent'
const LAYOUT = '/api/public/v1/layout'

let bench: Bench
let upstream: Upstream
let gateway: RunningService
let desk: SiteDesk
beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  upstream = await startUpstream()
  gateway = await bench.start({
    UPSTREAMS: allUpstreams(upstream.url),
    NODE_ENV: 'production',
    DEV_MODE: '0',
    JOIN_UPGRADE_URL: 'https://join.example/level',
    SITE_DOMAINS: 'talad.example',
    ...Object.fromEntries(['PUBLIC', 'WRITE', 'FILES'].map((kind) => [`LIMIT_${kind}`, '100000'])),
  })
  desk = await siteDesk(bench, gateway.url)
})
afterAll(async () => {
  await bench.close()
  await upstream.close()
})

const continentAt = async (domain: string): Promise<Continent> =>
  JSON.parse((await askAt(gateway.url, CONTINENT, { host: domain })).text)

test('GW-4 a host is of one site, and nobody’s host is answered nothing', async () => {
  const { site_id } = await desk.open(termsOf('temple'))
  expect(await continentAt('temple.talad.example')).toMatchObject({ _id: site_id, slug: 'temple' })
  expect(await continentAt(MAIN)).toMatchObject({ _id: 'main', is_main: true })
  for (const path of [CONTINENT, '/', '/api/user/v1/live', '/share/asset/x/y', '/docs', '/%']) {
    const { status, text } = await askAt(gateway.url, path, { host: 'nobody.example' })
    expect([path, status, text]).toEqual([path, path === '/%' ? 400 : 421, path === '/%' ? text : ''])
  }
  expect((await askAt(gateway.url, '/livez', { host: '10.0.0.7' })).status).toBe(200)
  expect(await desk.open(termsOf('other', host('temple.talad.example')))).toMatchObject({
    code: 'host_taken',
    field: 'hosts',
  })
  expect(await desk.open(termsOf('other', host(MAIN)))).toMatchObject({ code: 'host_taken' })
  expect(await desk.open(termsOf('temple', host('second.talad.example')))).toMatchObject({
    code: 'slug_taken',
  })
  expect(await desk.open(termsOf('explore'))).toMatchObject({ code: 'slug_reserved', field: 'slug' })
  const two = [host('a.talad.example'), host('b.talad.example')]
  expect(await desk.open(termsOf('other', ...two))).toMatchObject({ code: 'primary_host', field: 'hosts' }) // GW-6
  expect((await desk.list()).list.map(({ slug }) => slug)).toEqual(['main', 'temple'])
})

test('GW-4 services are told the site of the host, whatever else is sent', async () => {
  const { site_id } = await desk.open(termsOf('club'))
  upstream.seen.length = 0
  const forged = { 'x-talad-site': 'main', 'x-forwarded-host': MAIN }
  await askAt(gateway.url, '/api/public/v1/assets', { host: 'CLUB.talad.example:443', ...forged })
  await askAt(gateway.url, '/api/public/v1/assets', { host: MAIN, 'x-talad-site': site_id })
  expect(upstream.seen.map(({ headers }) => headers['x-talad-site'])).toEqual([site_id, undefined])
  const hosts = upstream.seen.map(({ headers }) => headers['x-forwarded-host'])
  expect(hosts).toEqual(['club.talad.example', MAIN])
})

test('GW-32 visitors see what was published, until something else is; a draft is nobody’s', async () => {
  const { site_id } = await desk.open(termsOf('gallery'))
  const at = async () =>
    JSON.parse((await askAt(gateway.url, LAYOUT, { host: 'gallery.talad.example' })).text)
  expect(await at()).toMatchObject({ code: 'not_published', rule: 'GW-7' })
  const saved = await desk.save('layout', site_id, 'layout-home', { sections: [section('a', 'First')] }, 0)
  expect(saved).toMatchObject({ version: 1, published: null })
  expect(await at()).toMatchObject({ code: 'not_published' })
  const first = await desk.publish(site_id, 'layout-home', 1)
  expect(await at()).toMatchObject({
    continent: site_id,
    revision: 1,
    sections: [{ content: { title: words('First') } }],
  })
  expect(await desk.publish(site_id, 'layout-home', 1)).toMatchObject({ code: 'version_conflict' })
  await desk.save('layout', site_id, 'layout-home', { sections: [section('a', 'Second')] }, first.version)
  const second = await desk.publish(site_id, 'layout-home', 3)
  expect(await at()).toMatchObject({ revision: 2, sections: [{ content: { title: words('Second') } }] })
  const back = await desk.rollBack(site_id, 'layout-home', second.version, 1)
  expect(back.draft).toMatchObject({ sections: [{ content: { title: words('Second') } }] })
  expect(await at()).toMatchObject({ revision: 3, sections: [{ content: { title: words('First') } }] })
  expect(await desk.rollBack(site_id, 'layout-home', back.version, 9)).toMatchObject({
    code: 'revision_not_found',
  })
})

test('AW-13 what two have changed is kept, or one is told', async () => {
  const { site_id } = await desk.open(termsOf('pair'))
  const [a, b, c] = ['a', 'b', 'c'].map((id) => section(id, id))
  const save = (version: number, ...sections: unknown[]) =>
    desk.save('layout', site_id, 'layout-home', { sections }, version)
  const { version } = await save(0, a, b)
  await save(version, section('a', 'mine'), b)
  const merged = await save(version, a, section('b', 'theirs'), c)
  expect(merged).toMatchObject({ merged: true, version: 3 })
  expect(merged.draft).toMatchObject({
    sections: [{ content: { title: words('mine') } }, { content: { title: words('theirs') } }, { id: 'c' }],
  })
  expect(await save(version, section('a', 'late'), b)).toMatchObject({
    code: 'version_conflict',
    field: 'version',
  })
  expect(await desk.pick(site_id, 'layout-home')).toMatchObject({ version: 3 })
})

test('GW-32 what waits is published at its time, and only if nothing else was decided', async () => {
  const { site_id } = await desk.open(termsOf('later'))
  const title = async () => (await continentAt('later.talad.example')).metadata?.title.th
  const soon = () => new Date(bench.now().getTime() + 60_000).toISOString()
  await desk.save('look', site_id, 'look', look('one'), 0)
  expect(await desk.publish(site_id, 'look', 1, bench.now().toISOString())).toMatchObject({
    code: 'not_ahead',
  })
  const waits = await desk.publish(site_id, 'look', 1, soon())
  expect(waits.scheduled?.content).toMatchObject({ metadata: { title: words('one') } })
  await desk.unschedule(site_id, 'look', waits.version)
  await desk.save('look', site_id, 'look', look('two'), 3)
  await desk.publish(site_id, 'look', 4, soon())
  expect(await title()).toBeUndefined()
  await bench.pass(61_000)
  await until('it is published', async () => ((await title()) === 'two' ? true : undefined))
  expect(await desk.pick(site_id, 'look')).toMatchObject({
    published: { revision: 1, by: 'schedule' },
    scheduled: null,
  })
})

test('ID-42 services are told which revisions of a page there are, as consent names them', async () => {
  const { site_id } = await desk.open(termsOf('words'))
  const told: string[] = []
  await bench.hear('gateway.site.v1', ({ type, payload }) => {
    if (type !== SitePagePublishedSchema.typeName) return
    const { siteId, page: name, language, revision } = fromBinary(SitePagePublishedSchema, payload)
    if (siteId === site_id) told.push(`${name} ${language} ${revision}`)
  })
  for (const title of ['Terms', 'Others']) await desk.show('page', site_id, 'page-terms-th', page(title))
  await desk.save('page', site_id, 'page-terms-en', page('Draft'), 0)
  await expect.poll(() => told).toEqual(['terms th 1', 'terms th 2'])
})

test('GW-7 GW-25 a closed site answers nothing, is not found by its name, and its pages read no answer', async () => {
  const { site_id, version } = await desk.open(termsOf('shut'))
  const readers = async () => {
    const headers = { host: MAIN, origin: 'https://shut.talad.example' }
    return (await askAt(gateway.url, CONTINENT, headers)).headers['access-control-allow-origin']
  }
  expect(await readers()).toBe('https://shut.talad.example')
  await desk.show('page', site_id, 'page-terms-th', page('Terms'))
  const terms = '/api/public/v1/continent/page/terms?language=en'
  expect(JSON.parse((await askAt(gateway.url, terms, { host: 'shut.talad.example' })).text)).toMatchObject({
    language: 'th',
    version: 1,
    title: 'Terms',
  })
  await desk.set(site_id, version, { ...termsOf('shut'), closed: true })
  expect(await askAt(gateway.url, CONTINENT, { host: 'shut.talad.example' })).toMatchObject({
    status: 421,
    text: '',
  })
  expect(await readers()).toBeUndefined()
  const named = await askAt(gateway.url, `${LAYOUT}?continentIdOrSlug=shut`, { host: MAIN })
  expect(JSON.parse(named.text)).toMatchObject({ code: 'site_not_found' })
})
