import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromBinary } from '@bufbuild/protobuf'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { base, endpoint } from '@talad/proto/http/contract'
import {
  type AuditRecorded,
  AuditRecordedSchema,
  PermissionsChangedSchema,
} from '@talad/proto/moderation/v1/events'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { audit } from '../src/audit.ts'
import { outgoing } from '../src/bus/port.ts'
import { systemClock } from '../src/clock.ts'
import { inTx } from '../src/db.ts'
import { createApp, signedIn } from '../src/http/app.ts'
import { hashOf } from '../src/json.ts'
import { AUDIT_TOPIC, defineManifest, PERMISSION_TOPIC } from '../src/manifest.ts'
import { commonConfig, type Platform } from '../src/platform.ts'
import { toMessage } from '../src/relay.ts'
import { defineService } from '../src/service.ts'
import { grantPermissions } from '../src/testing/admins.ts'
import { startUnderTest } from '../src/testing/under-test.ts'
import { until } from '../src/testing/wait.ts'

const decide = endpoint({
  name: 'decide',
  service: 'test',
  method: 'POST',
  path: `${base.admin}/thing/:id`,
  auth: { kind: 'admin', permission: 'bank.decide' },
  summary: 'decides something',
  params: z.object({ id: z.string() }),
  body: z.object({ note: z.string(), fail: z.boolean().default(false) }),
  status: 200,
  response: z.object({}),
  idempotent: true,
})

const manifest = defineManifest({
  name: 'test',
  description: 'a service that admins call',
  contract: { decide },
  rejections: {},
  publishes: [],
  consumes: [],
  invariants: [],
  development: () => ({}),
})

/** Writes down each decision, and nothing else. */
function buildApp(deps: Platform) {
  const app = createApp({ ...deps, rejections: {} })
  app.route(decide, async ({ actor, attempt, body, params, request }) => {
    await inTx(deps.db, async (tx) => {
      await audit(tx, {
        id: attempt.id,
        actor: signedIn(actor),
        action: 'job.run',
        target: { kind: 'thing', id: params.id },
        before: { open: true },
        after: { open: false, phone: '0812345678' },
        note: body.note,
        requestId: request.id,
        now: deps.now(),
      })
      if (body.fail) throw new Error('the decision fails')
    })
    return {}
  })
  return app
}

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'talad-none-'))
  await mkdir(join(folder, 'prisma/migrations'), { recursive: true })
  const service = defineService({
    manifest,
    at: pathToFileURL(join(folder, 'src/service.ts')).href,
    config: commonConfig,
    makeDeps: (platform): Platform => platform,
    app: buildApp,
  })
  const running = await startUnderTest(service, inject('postgres'))
  onTestFinished(async () => {
    await running.close()
    await rm(folder, { recursive: true, force: true })
  })
  return running
}

const clerk = { sub: 'account-clerk', jid: 'clerk' }
const path = `${base.admin}/thing/7`

test('MO-38 a service with a call for admins keeps what they may do, by the kit alone, and judges by the newest', async () => {
  expect(manifest.consumes).toEqual([PERMISSION_TOPIC])
  expect(manifest.publishes).toEqual([AUDIT_TOPIC])
  const { call, bus } = await start()
  const send = (revision: number, permissions: string[]) => {
    const message = { customerId: 'join-clerk', superAdmin: false, permissions, revision, changedBy: 'x' }
    const row = { position: BigInt(revision), txid: '1', stream: 's', version: revision, type: 't' }
    const out = outgoing(PERMISSION_TOPIC, 'join-clerk', PermissionsChangedSchema, message)
    const stored = { ...row, data: {}, meta: { correlationId: 'c' }, at: systemClock() }
    return bus.publish([toMessage('moderation', stored, out, 0)])
  }
  const status = async () => (await call('POST', path, { as: clerk, body: { note: 'n' } })).status
  expect(await status()).toBe(403)
  await send(2, ['bank.decide', 'a.name.of.tomorrow'])
  await until('the grant to arrive', async () => (await status()) === 200)
  await send(1, []) // late: changes nothing
  await send(3, ['bank.read'])
  await until('the revocation to arrive', async () => (await status()) === 403)
})

test('GW-27 what an admin decided is published once however often it is asked for, whole, without the payloads', async () => {
  const { call, bus, db } = await start()
  await grantPermissions(db, 'join-clerk', ['bank.decide'])
  const heard: AuditRecorded[] = []
  const subscription = await bus.subscribe({
    group: 'here.audit',
    topics: [AUDIT_TOPIC],
    onError: (error) => console.error(error),
    handle: async (batch) => {
      for (const { payload } of batch) {
        heard.push(fromBinary(AuditRecordedSchema, payload))
        expect(Buffer.from(payload).toString()).not.toContain('0812345678')
      }
    },
  })
  onTestFinished(() => subscription.close())
  const ask = (body: object, key?: string) => call('POST', path, { as: clerk, body, ...(key ? { key } : {}) })
  const before = Date.now()
  expect((await ask({ note: 'first' }, 'k')).status).toBe(200)
  expect((await ask({ note: 'first' }, 'k')).status).toBe(200)
  expect((await ask({ note: 'lost', fail: true })).status).toBe(500)
  expect((await ask({ note: 'second' })).status).toBe(200)
  await until('two lines', async () => heard.length >= 2)
  expect(heard.map(({ note }) => note)).toEqual(['first', 'second'])
  expect(heard[0]).toMatchObject({
    service: 'test',
    who: 'join-clerk',
    action: 'job.run',
    targetKind: 'thing',
    targetId: '7',
    beforeHash: hashOf({ open: true }),
    afterHash: hashOf({ phone: '0812345678', open: false }),
    requestId: expect.stringMatching(/./),
  })
  const at = heard[0]?.at
  expect(at && timestampDate(at).getTime()).toBeGreaterThanOrEqual(before)
  expect(new Set(heard.map(({ id }) => id)).size).toBe(2)
})

test('GW-27 the same decision that runs twice is one line, two decisions of one request are two', async () => {
  const { db } = await start()
  const now = systemClock()
  const entry = { actor: { operator: 'somchai' }, action: 'dead_letter.drop' as const, requestId: 'r', now }
  const line = (id: string, thing: string) =>
    inTx(db, (tx) => audit(tx, { ...entry, id, target: { kind: 'thing', id: thing } }))
  await line('d1', '1')
  await line('d1', '1')
  await line('d1', '2')
  await line('d2', '1')
  const { rows } = await db.query(`select data->>'who' as who from kit.event where stream like 'audit-%'`)
  expect(rows).toEqual(Array(3).fill({ who: 'operator:somchai' }))
})
