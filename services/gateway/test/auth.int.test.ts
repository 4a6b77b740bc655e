import type { Endpoint } from '@talad/proto/http/contract'
import { operationsHttp } from '@talad/proto/http/operations'
import { openDb } from '@talad/shared/db'
import type { RunningService } from '@talad/shared/platform'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { everyEndpoint, SELF } from '../src/routes/table.ts'
import {
  allUpstreams,
  type Bench,
  bearer,
  bearerUntil,
  customerClaims,
  openBench,
  problemIn,
} from './harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

let bench: Bench
let upstream: Upstream
let gateway: RunningService

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  upstream = await startUpstream()
  gateway = await bench.start({
    UPSTREAMS: allUpstreams(upstream.url),
    DEV_MODE: '1',
    ...Object.fromEntries(
      ['PUBLIC', 'SEARCH', 'SIGN_IN', 'SYNC', 'WRITE'].map((kind) => [`LIMIT_${kind}`, '100000']),
    ),
  })
  const db = openDb(bench.databaseUrl)
  await grantPermissions(db, 'join-super', 'super_admin')
  for (const permission of used) await grantPermissions(db, `join-${permission}`, [permission])
  await db.end()
})
afterAll(async () => {
  await bench.close()
  await upstream.close()
})

const permissionOf = ({ auth }: Endpoint) => (auth.kind === 'admin' ? auth.permission : undefined)
const used = new Set(everyEndpoint.flatMap((endpoint) => permissionOf(endpoint) ?? []))
/** Each has one permission, and is a lesser admin to the calls that take another. */
const clerks = Object.fromEntries([...used].map((permission) => [`an admin with ${permission}`, permission]))

/** Everybody who may try, from least to most. */
const callers: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  visitor: async () => ({}),
  'somebody with a forged token': async () => {
    const { authorization } = await bearer(bench.keys)
    const [head, , signature] = authorization.slice('Bearer '.length).split('.')
    const claims = Buffer.from(JSON.stringify({ ...customerClaims, jyc: 3 })).toString('base64url')
    return { authorization: `Bearer ${head}.${claims}.${signature}` }
  },
  'somebody whose token expired': () => bearerUntil(bench.keys, new Date(Date.now() - 60_000)),
  'a user without a join identity': () => bearer(bench.keys, { sub: customerClaims.sub }),
  'a customer of level 0': () => bearer(bench.keys, { ...customerClaims, jyc: 0 }),
  'a customer of level 1': () => bearer(bench.keys, { ...customerClaims, jyc: 1 }),
  'a customer of level 2': () => bearer(bench.keys, { ...customerClaims, jyc: 2 }),
  'a customer of level 3': () => bearer(bench.keys, { ...customerClaims, jyc: 3 }),
  'a super_admin': () => bearer(bench.keys, asAdmin('super')),
  'a super_admin of an hour ago': () =>
    bearer(bench.keys, { ...asAdmin('super'), auth_time: Math.floor(Date.now() / 1000) - 3_600 }),
  ...Object.fromEntries(
    Object.entries(clerks).map(([name, permission]) => [name, () => bearer(bench.keys, asAdmin(permission))]),
  ),
}
const asAdmin = (jid: string) => ({ ...customerClaims, jid, jyc: 3 })
const levelOf: Readonly<Record<string, number>> = {
  'a customer of level 0': 0,
  'a customer of level 1': 1,
  'a customer of level 2': 2,
  'a customer of level 3': 3,
}

/** What the policy of a call says about a caller, in words of its own: the code of the refusal, or undefined. */
function expected({ auth }: Endpoint, caller: string): string | undefined {
  if (auth.kind === 'internal') return 'not_found'
  if (auth.kind === 'callback') return undefined
  if (caller === 'somebody whose token expired') return 'token_expired'
  if (caller === 'somebody with a forged token') return 'unauthorized'
  if (auth.kind === 'visitor' || auth.kind === 'dev') return undefined
  if (caller === 'visitor') return 'unauthorized'
  if (auth.kind === 'user') return undefined
  const isSuper = caller.startsWith('a super_admin')
  const permission = clerks[caller]
  const level = levelOf[caller] ?? (isSuper || permission ? 3 : undefined)
  if (level === undefined) return 'invalid_join_session'
  if (auth.kind === 'admin') {
    if (!isSuper && permission !== auth.permission) return 'permission_required'
    return auth.fresh && caller.endsWith('ago') ? 'step_up_required' : undefined
  }
  return auth.kind === 'kyc' && level < auth.level ? 'kyc_not_eligible' : undefined
}

const statusOf: Readonly<Record<string, number>> = {
  not_found: 404,
  unauthorized: 401,
  token_expired: 401,
  invalid_join_session: 401,
  kyc_not_eligible: 403,
  permission_required: 403,
  step_up_required: 403,
}

const samples: Readonly<Record<string, string>> = { file: `${'0'.repeat(64)}.webp` }

function pathOf({ path }: Endpoint): string {
  return path.replace(/:([a-z_]+)/g, (_all, name: string) => samples[name] ?? '0'.repeat(24))
}

async function call(endpoint: Endpoint, headers: Record<string, string>): Promise<Response> {
  const leave = new AbortController()
  const response = await fetch(gateway.url + pathOf(endpoint), {
    method: endpoint.method,
    headers,
    signal: leave.signal,
    redirect: 'manual',
  })
  if (response.headers.get('content-type') === 'text/event-stream') leave.abort()
  return response
}

const matrix = everyEndpoint.flatMap((endpoint) =>
  Object.keys(callers).map((caller) => ({
    endpoint,
    name: `${endpoint.method} ${endpoint.path}`,
    caller,
  })),
)

test.each(matrix)('GW-9 $name by $caller', async ({ endpoint, caller }) => {
  const before = upstream.seen.length
  const response = await call(endpoint, (await callers[caller]?.()) ?? {})
  const code = expected(endpoint, caller)
  if (code === undefined && Object.values(operationsHttp).some(({ name }) => name === endpoint.name)) {
    expect([200, 400]).toContain(response.status) // asks each service, or for its body
    return
  }
  if (code === undefined) {
    expect(response.status).toBe(200)
    expect(upstream.seen.length - before).toBe(endpoint.service === SELF ? 0 : 1)
    return
  }
  expect(await problemIn(response)).toMatchObject({ code, status: statusOf[code] })
  expect(response.status).toBe(statusOf[code])
  expect(upstream.seen.length).toBe(before)
})
