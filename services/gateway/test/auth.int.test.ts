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
      ['PUBLIC', 'SEARCH', 'SIGN_IN', 'SYNC', 'WRITE', 'COUPON', 'TRIGGER'].map((kind) => [
        `LIMIT_${kind}`,
        '100000',
      ]),
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

/** Signed once: each caller is known at the upstream by its token. */
let tokens: (readonly [caller: string, authorization: string | undefined])[] | undefined

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
  // CA-1: who has a role in a project is known to campaign alone
  const unlessFresh = 'fresh' in auth && auth.fresh && caller.endsWith('ago') ? 'reauth_required' : undefined
  if (auth.kind === 'user' || auth.kind === 'project') return unlessFresh
  const isSuper = caller.startsWith('a super_admin')
  const permission = clerks[caller]
  const level = levelOf[caller] ?? (isSuper || permission ? 3 : undefined)
  if (level === undefined) return 'invalid_join_session'
  if (auth.kind === 'admin') {
    if (!isSuper && permission !== auth.permission) return 'permission_required'
    return unlessFresh
  }
  return auth.kind === 'kyc' && level < auth.level ? 'kyc_not_eligible' : unlessFresh
}

const statusOf: Readonly<Record<string, number>> = {
  not_found: 404,
  unauthorized: 401,
  token_expired: 401,
  invalid_join_session: 401,
  kyc_not_eligible: 403,
  permission_required: 403,
  reauth_required: 401,
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

/** What the gateway answers itself, and asks services, or for a body, about. */
const isOperation = ({ name, service, auth }: Endpoint) =>
  Object.values(operationsHttp).some((one) => one.name === name) ||
  (service === SELF && (auth.kind === 'admin' || ['layout', 'sitePage', 'reportClientError'].includes(name)))

/** What one call by one caller comes to, in the words of `expected`: the refusal, or that it is let through. */
async function outcome(endpoint: Endpoint, caller: string, authorization: string | undefined) {
  const response = await call(endpoint, authorization === undefined ? {} : { authorization })
  const code = expected(endpoint, caller)
  const reached = upstream.seen.filter(({ headers }) => headers.authorization === authorization).length
  if (code === undefined && isOperation(endpoint)) {
    return { caller, is: [200, 400, 404].includes(response.status), wanted: true }
  }
  const times = code === undefined && endpoint.service !== SELF ? 1 : 0
  const problem = code === undefined ? undefined : await problemIn(response)
  return {
    caller,
    is: { code: problem?.code, told: problem?.status, status: response.status, reached },
    wanted: { code, told: code && statusOf[code], status: code ? statusOf[code] : 200, reached: times },
  }
}

/** What an operation asks of the services carries no token, and of streams one may have a few at once only. */
const isApart = (endpoint: Endpoint) => isOperation(endpoint) || endpoint.path.includes('/live')

async function oneByOne(endpoint: Endpoint, callersTokens: NonNullable<typeof tokens>) {
  const outcomes = []
  for (const [caller, token] of callersTokens) {
    const one = await outcome(endpoint, caller, token)
    const reached = expected(endpoint, caller) === undefined ? 0 : upstream.seen.length
    outcomes.push({ ...one, caller: `${caller}${reached > 0 ? ', and reached a service' : ''}` })
    upstream.seen.length = 0
  }
  expect(outcomes.filter(({ caller }) => caller.endsWith('reached a service'))).toEqual([])
  return outcomes
}

test.each(everyEndpoint)('GW-9 $method $path lets in whom its policy says', async (endpoint) => {
  tokens ??= await Promise.all(
    Object.entries(callers).map(async ([caller, sign]) => [caller, (await sign()).authorization] as const),
  )
  upstream.seen.length = 0
  const outcomes = isApart(endpoint)
    ? await oneByOne(endpoint, tokens)
    : await Promise.all(tokens.map(([caller, token]) => outcome(endpoint, caller, token)))
  expect(outcomes.length).toBeGreaterThan(10)
  expect(outcomes.map(({ caller, is }) => [caller, is])).toEqual(
    outcomes.map(({ caller, wanted }) => [caller, wanted]),
  )
})
