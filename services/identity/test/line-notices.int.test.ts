import { passkeysHttp as http } from '@talad/proto/http/identity/passkeys'
import { inTx } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { lineNotice } from '../src/notification/line-notice.ts'
import { makeAuthenticator } from './authenticator.ts'
import { claimsOf, SITE, type System, startSystem, tokensOf } from './harness.ts'
import { link, random, startBareChain, unlink } from './wallets.ts'
import { waysAt } from './ways.ts'

let system: System
const cleanup: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url, PASSKEY_RP_ID: 'talad.test' })
  cleanup.push(() => system.stop(), chain.close)
})
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

const sent = z.object({ pushed: z.array(z.object({ to: z.string(), text: z.string() })) })
const begun = z.object({ options: z.object({ challenge: z.string() }) })
const pushed = async () => sent.parse(await system.control('/line/pushed', undefined, 'GET')).pushed
const nothingIsDue = async () =>
  (await system.owner.query(`select 1 from kit.job where task = 'line.notice'`)).rows.length === 0

async function byLine(userId: string) {
  const browser = system.browser()
  const token = tokensOf(await waysAt(system).signInByLine(userId, browser)).accessToken
  return { browser, token, account: claimsOf(token).sub }
}

test('a way that comes to an account is told by LINE where that is linked, once, also where LINE is away at first', async () => {
  const person = await byLine('somchai')
  const { length: before } = await pushed()
  await system.control('/faults', { provider: 'line', call: 'push', fault: 'error', status: 500 })
  expect((await link(person, random())).status).toBe(200)
  await until('LINE is told', async () => (await pushed()).length > before)
  const [message] = (await pushed()).slice(before)
  expect(message?.to).toMatch(/^U[0-9a-f]{32}$/)
  expect(message?.text).toContain('มีการเพิ่มทางเข้าสู่ระบบ')
  expect(message?.text).not.toContain('http')
  // a process that died after LINE had it: the same news comes again, and LINE sends it once
  const { rows } = await system.owner.query<{ since: string }>(
    `select data ->> 'at' as since from kit.event where stream = $1 and type = 'IdentityLinked' order by version desc limit 1`,
    [`account-${person.account}`],
  )
  const payload = { accountId: person.account, kind: 'way_added' as const, since: rows[0]?.since ?? '' }
  await inTx(system.db, (tx) => lineNotice.enqueue(tx, [{ payload, key: 'again', at: new Date() }]))
  await until('it is done again', nothingIsDue)
  expect((await pushed()).length).toBe(before + 1)
})

test('LINE itself taken off is told by that LINE; its id waits sealed, and only until then', async () => {
  const person = await byLine('niran')
  expect((await link(person, random())).status).toBe(200)
  await until('LINE is told of the wallet', nothingIsDue)
  const { length: before } = await pushed()
  const to = (await pushed()).at(-1)?.to ?? 'nobody'
  const { rows } = await system.owner.query<{ id: string }>(
    `select id from identity_link where account_id = $1 and identity_provider = 'line'`,
    [person.account],
  )
  await system.control('/faults', { provider: 'line', call: 'push', fault: 'error', status: 500 })
  expect((await unlink(person, rows[0]?.id ?? '')).status).toBe(200)
  const due = await system.owner.query(
    `select payload from kit.job where payload ->> 'kind' = 'line_removed'`,
  )
  expect(JSON.stringify(due.rows)).not.toContain(to)
  await until('LINE is told', async () => (await pushed()).length > before)
  expect((await pushed()).slice(before)).toMatchObject([
    { to, text: expect.stringContaining('This LINE was taken off') },
  ])
  await until('nothing is kept of it', nothingIsDue)
})

test('a passkey that comes is told by LINE too', async () => {
  const person = await byLine('malee')
  const { length: before } = await pushed()
  const key = makeAuthenticator({ rpId: 'talad.test', origin: SITE })
  const post = async (path: string, body: object) => {
    const answer = await person.browser.call(path, { body, token: person.token })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const { options } = begun.parse(await post(http.beginPasskey.path, {}))
  await post(http.addPasskey.path, { name: 'a phone', response: key.register(options.challenge) })
  await until('LINE is told', async () => (await pushed()).length > before)
  expect((await pushed()).at(-1)?.text).toContain('A passkey was added')
})

test('who has no LINE is told by the bell alone', async () => {
  const { length: before } = await pushed()
  const browser = system.browser()
  const { accessToken } = await system.signInWithJoin('malee')
  expect(
    (await link({ browser, token: accessToken, account: claimsOf(accessToken).sub }, random())).status,
  ).toBe(200)
  await until('nothing is left to do', nothingIsDue)
  expect((await pushed()).length).toBe(before)
})
