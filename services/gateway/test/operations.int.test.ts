import { operationsHttp as http } from '@talad/proto/http/operations'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { inTx, openDb } from '@talad/shared/db'
import { createApp } from '@talad/shared/http/app'
import { job, jobType } from '@talad/shared/jobs'
import { AUDIT_TOPIC, defineManifest } from '@talad/shared/manifest'
import { commonConfig, type Platform } from '@talad/shared/platform'
import { defineService } from '@talad/shared/service'
import { grantPermissions } from '@talad/shared/testing/admins'
import { loseAnswers } from '@talad/shared/testing/lose-answers'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { bearer, customerClaims, openBench } from './harness.ts'

const path = '/api/admin/v1/operations'
const wait = jobType('test.wait', z.object({}))
const done: string[] = []

/** A service with something stuck in it. */
const stuck = defineService({
  manifest: defineManifest({
    name: 'ledger',
    description: 'stuck',
    contract: {},
    rejections: {},
    publishes: [],
    consumes: [],
    invariants: [],
    development: () => ({}),
  }),
  at: new URL('../src/service.ts', import.meta.url).href,
  config: commonConfig,
  makeDeps: (platform): Platform => platform,
  app: (deps) => createApp({ ...deps, rejections: {} }),
  jobs: [job<Record<string, never>, Platform>(wait, { run: async () => void done.push('waited') })],
})

async function open() {
  const bench = await openBench(inject('postgres'))
  onTestFinished(() => bench.close())
  const ledger = await startUnderTest(stuck, inject('postgres'))
  onTestFinished(() => ledger.close())
  const upstreams = JSON.stringify({ ledger: ledger.url, identity: 'http://127.0.0.1:1' })
  const gateway = await bench.start({ UPSTREAMS: upstreams, INTERNAL_TOKENS: 'internal-token-for-tests' })
  const own = openDb(bench.databaseUrl)
  onTestFinished(() => own.end())
  await grantPermissions(own, 'join-engineer', ['operations.write'])
  await grantPermissions(own, 'join-clerk', ['bank.read'])
  const call = async (jid: string, method: string, rest: string, body?: object, key?: string) => {
    const headers = {
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(await bearer(bench.keys, { ...customerClaims, jid })),
      'content-type': 'application/json',
    }
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const answer = await fetch(`${gateway.url}${path}${rest}`, init)
    return { status: answer.status, body: await answer.json() }
  }
  return { bench, ledger, gateway, call, own }
}

/** A message that waits for somebody, and one of its key behind it. */
async function park(ledger: Awaited<ReturnType<typeof open>>['ledger']) {
  for (const id of ['m1', 'm2'])
    await ledger.db.query(
      `insert into kit.dead_letter (consumer_group, message_id, topic, key, type, payload, headers, error, attempts)
       values ('ledger.command', $1, 'ledger.command.v1', 'k', 'talad.Post', '\\x00', '{}', 'it broke', 9)`,
      [id],
    )
}

test('GW-27 what is stuck is seen of every service and mended by who has operations.write, each mend written down', async () => {
  const { bench, ledger, gateway, call } = await open()
  await park(ledger)
  await inTx(ledger.db, (tx) =>
    wait.enqueue(tx, [{ payload: {}, key: 'later', at: new Date(Date.now() + 3_600_000) }]),
  )

  const services = await call('engineer', 'GET', '/services')
  expect(services).toMatchObject({
    status: 200,
    body: {
      list: [
        { service: 'ledger', backlog: { dead_letters: { open: 2 }, jobs: { failing: 0 } } },
        { service: 'identity', backlog: null },
      ],
    },
  })
  const letters = http.listDeadLetters.response.parse((await call('engineer', 'GET', '/dead-letters')).body)
  const [first, second] = letters.list
  if (!first || !second) throw new Error('two dead letters were expected')
  expect(letters.away).toEqual(['identity'])
  expect(first).toMatchObject({ service: 'ledger', group: 'ledger.command', error: 'it broke', behind: null })
  expect(second.behind).toBe(first.id)
  expect(first).not.toHaveProperty('payload')
  const whole = (await call('engineer', 'GET', `/dead-letters/ledger/${second.id}`)).body
  expect(whole).toMatchObject({ message: 'm2', headers: {}, payload: 'AA==', says: null, behind: first.id })
  const jobs = http.listJobs.response.parse((await call('engineer', 'GET', '/jobs?service=ledger')).body)
  expect(jobs.list).toContainEqual(
    expect.objectContaining({ service: 'ledger', task: 'test.wait', key: 'later', failures: 0 }),
  )

  const of = (id: string, more: object = {}) => ({ service: 'ledger', id, ...more })
  const retry = (id: string) => call('engineer', 'POST', '/dead-letters/retry', of(id, { note: 'mended' }))
  expect(await retry(second.id)).toMatchObject({ status: 200, body: { outcome: 'waits_behind' } })
  expect(await retry(first.id)).toMatchObject({ status: 200, body: { outcome: 'asked' } })
  const drop = () => call('engineer', 'POST', '/dead-letters/drop', of(second.id, { note: 'a test' }))
  expect(await drop()).toMatchObject({ status: 200, body: { outcome: 'dropped' } })
  expect(await drop()).toMatchObject({ status: 404 })
  const run = { service: 'ledger', task: 'test.wait', key: 'later', note: 'now' }
  expect(await call('engineer', 'POST', '/jobs/run', run)).toMatchObject({ body: { outcome: 'due' } })
  await until('the job is done', () => done.length === 1)
  expect((await call('engineer', 'POST', '/jobs/run', run)).status).toBe(404)

  const lines = openDb(bench.databaseUrl)
  onTestFinished(() => lines.end())
  const { rows } = await lines.query<{ data: object }>(
    `select data from kit.event where stream like 'audit-%' order by position`,
  )
  expect(rows.map(({ data }) => data)).toMatchObject([
    { who: 'join-engineer', action: 'dead_letter.look', targetId: `ledger/${second.id}` },
    { who: 'join-engineer', action: 'dead_letter.retry', targetId: `ledger/${second.id}`, note: 'mended' },
    { action: 'dead_letter.retry', targetId: `ledger/${first.id}` },
    { action: 'dead_letter.drop', targetId: `ledger/${second.id}`, note: 'a test' },
    { action: 'dead_letter.drop' },
    { action: 'job.run', targetKind: 'job', targetId: 'ledger/test.wait/later' },
    { action: 'job.run' },
  ])
  const bus = await connectPostgresBus(bench.busUrl, { onError: () => undefined })
  onTestFinished(() => bus.close())
  const heard: string[] = []
  const subscription = await bus.subscribe({
    group: 'here.audit',
    topics: [AUDIT_TOPIC],
    onError: () => undefined,
    handle: async (batch) => void heard.push(...batch.map(({ key }) => key)),
  })
  onTestFinished(() => subscription.close())
  await until('the lines are published', () => heard.length === 7)

  expect((await call('engineer', 'GET', '/dead-letters?service=nobody')).status).toBe(404)
  expect((await call('engineer', 'POST', '/jobs/run', { ...run, service: 'identity' })).status).toBe(503)
  expect(await call('clerk', 'GET', '/services')).toMatchObject({
    status: 403,
    body: { code: 'permission_required', details: { permission: 'operations.write' } },
  })
  for (const [method, rest] of [
    ['GET', 'backlog'],
    ['POST', 'dead-letters/drop'],
  ] as const) {
    const address = `/internal/operations/${rest}`
    expect((await fetch(gateway.url + address, { method })).ok).toBe(false)
    expect((await fetch(ledger.url + address, { method })).status).toBe(401)
  }
})

test('GW-10 GW-27 who mends again, as the answer was lost with its process, is told that it is done', async () => {
  const { ledger, call, own } = await open()
  await park(ledger)
  const letters = http.listDeadLetters.response.parse((await call('engineer', 'GET', '/dead-letters')).body)
  const about = { service: 'ledger', id: letters.list[1]?.id, note: 'a test' }
  const drop = (key: string) => call('engineer', 'POST', '/dead-letters/drop', about, key)
  const done = { status: 200, body: { outcome: 'dropped' } }
  expect(await drop('lost')).toMatchObject(done)
  await loseAnswers(own, ['lost'])
  expect(await drop('lost')).toMatchObject(done)
  expect(await drop('another')).toMatchObject({ status: 404 })
})
