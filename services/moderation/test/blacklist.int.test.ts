import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { refreshBlacklist } from '@talad/shared/blacklist/refresh'
import { systemResolve } from '@talad/shared/guarded-fetch'
import { until } from '@talad/shared/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { startBots } from './bots-harness.ts'
import { person } from './harness.ts'

type Figures = z.output<typeof flaggingAdminHttp.flagFigures.response>
const HOUR_MS = 3_600_000

type Answer = { status: number; location: string; body: string | Buffer }

/** A site that publishes a list; `list.answer` says how. */
async function publish(entries: readonly string[]) {
  const answer: Answer = { status: 200, location: '', body: JSON.stringify(entries) }
  const list = { url: '', asked: 0, answer }
  const server = createServer((_request, response) => {
    list.asked += 1
    const { status, location, body } = list.answer
    response.writeHead(status, location === '' ? {} : { location }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  list.url = `http://127.0.0.1:${address.port}/list.json`
  return list
}

async function startListed() {
  const list = await publish(['www.bad.example', '*.worse.example'])
  const bots = await startBots({ BLACKLIST_URL: list.url })
  const { call, tell, reports, db, url } = bots
  const shown = async () => {
    const { body } = await call('GET', '/api/admin/v1/moderation/flagging/figures', { as: person('boss') })
    return (body as Figures).blacklist
  }
  let token = 0
  const hits = async (text: string) => {
    token += 1
    const id = await tell(1, String(token), { description: text })
    return (await reports()).includes(`${id} bot:blacklisted_domain`)
  }
  const deps = { db, resolve: systemResolve, blacklistUrl: list.url }
  const refreshAfter = (hours: number) =>
    refreshBlacklist.run({}, { deps, now: new Date(Date.now() + hours * HOUR_MS), attempt: 1 })
  const ready = async () => (await (await fetch(`${url}/readyz`)).json()) as { newest_ms_ago: object }
  return { ...bots, list, shown, hits, refreshAfter, ready }
}

test('AI-22 what comes before a name is left out, a host is hit by a listed domain and below it; the list is read daily, and a broken one leaves the last good one', async () => {
  const { list, shown, hits, refreshAfter, ready, suspended } = await startListed()
  await until('the list is read at the start', async () => (await shown())?.domains === 2)
  expect(await shown()).toMatchObject({ fault: null, read_at: expect.any(String) })
  expect((await ready()).newest_ms_ago).toEqual({ blacklist: expect.any(Number) })
  for (const text of ['bad.example', 'https://www.bad.example/x', 'mail.bad.example', 'api.bad.example'])
    expect(await hits(text)).toBe(true)
  for (const text of ['img.bad.example', 'a.b.worse.example', 'worse.example', 'evil.example'])
    expect(await hits(text)).toBe(true)
  expect(await suspended()).toBe(8)
  for (const text of ['notbad.example', 'bad.example.com', 'bad.examples'])
    expect(await hits(text)).toBe(false)

  // daily
  list.answer.body = JSON.stringify({ blacklist: ['new.example'] })
  await refreshAfter(23)
  expect(list.asked).toBe(1)
  await refreshAfter(25)
  expect(list.asked).toBe(2)
  expect([await hits('bad.example'), await hits('new.example')]).toEqual([false, true])

  const good = await shown()
  for (const [status, body, location, fault] of [
    [503, '', '', 'answered 503'],
    [200, '<html>down</html>', '', 'no list of domains'],
    [200, '["new.example", "bad.exa', '', 'no list of domains'],
    [200, '[]', '', 'names no domain'],
    [200, '["bad.example", "com"]', '', '1 of 2 entries'],
    [200, ' '.repeat(20_000_001), '', 'too large'],
    [200, gzipSync('<html>down</html>'), '', 'no list of domains'],
    [200, gzipSync('["bad.example"]').subarray(0, 20), '', 'the archive is broken'],
    [200, gzipSync(Buffer.alloc(20_000_001)), '', 'the archive is broken, or too large'],
    [302, '', 'http://10.0.0.1/list.json', 'invalid ip'],
  ] as const) {
    list.answer = { status, body, location }
    await expect(refreshAfter(50)).rejects.toThrow(fault)
    expect(await shown()).toEqual({
      domains: 1,
      read_at: good?.read_at,
      tried_at: expect.any(String),
      fault: expect.stringContaining(fault),
    })
    expect([await hits('bad.example'), await hits('new.example')]).toEqual([false, true])
  }
  // it comes whole again: a try after a failure doesn't wait for the next day
  list.answer = { status: 200, location: '', body: gzipSync('["bad.example"]') }
  await refreshAfter(50)
  expect(await shown()).toMatchObject({ domains: 1, fault: null })
  expect([await hits('bad.example'), await hits('new.example')]).toEqual([true, false])
})

test('AI-22 the last good list outlives a process, also where none comes any more', async () => {
  const { list, shown, databaseUrl, busUrl, db } = await startListed()
  await until('the list is read', async () => (await shown())?.domains === 2)
  list.answer = { status: 500, body: '', location: '' }
  const blacklistUrl = `${list.url}?moved`
  const settings = { DATABASE_URL: databaseUrl, BUS_DATABASE_URL: busUrl, BLACKLIST_URL: blacklistUrl }
  const later = await startBots(settings)
  const run = { deps: { db, resolve: systemResolve, blacklistUrl }, now: new Date(), attempt: 1 }
  await expect(refreshBlacklist.run({}, run)).rejects.toThrow('answered 500') // another address is asked at once
  const { body } = await later.call('GET', '/api/admin/v1/moderation/flagging/figures', {
    as: person('boss'),
  })
  expect((body as Figures).blacklist).toMatchObject({
    domains: 2,
    read_at: expect.any(String),
    fault: 'answered 500',
  })
})
