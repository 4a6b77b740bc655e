import { erasePersonalData } from '@talad/proto/http/identity/personal-data'
import { sessionsHttp as http } from '@talad/proto/http/identity/sessions'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { claimsOf, INTERNAL, refusalOf, type System, startSystem, tokensOf } from './harness.ts'

let system: System
beforeAll(async () => {
  system = await startSystem(inject('postgres'))
})
afterAll(() => system?.stop())

const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
let people = 0
/** Somebody new, signed in as often as asked for. */
async function somebody(sessions = 1) {
  const path = `/identity/devtool/dev-auth?user=person-${++people}`
  const all = []
  for (let n = 0; n < sessions; n++) {
    const browser = system.browser()
    const tokens = tokensOf(await browser.call(path, { headers: { 'user-agent': CHROME } }))
    all.push({ ...tokens, browser, ...claimsOf(tokens.accessToken) })
  }
  return { path, all }
}
const agesAgo = (sid: string) =>
  system.owner.query(`update session set proved_at = now() - interval '16 minutes' where id = $1`, [sid])
const half = async (refreshToken: string) =>
  system.browser().call('/identity/token/half-refresh', { body: { refreshToken } })
const kinds = async (token: string) =>
  (await system.client(token)(http.securityLog, { query: {} })).list.map(({ kind }) => kind)

test('ID-11 lists the sessions of a person by device and site, and ends one or all others, whose tokens are over at once', async () => {
  const { all } = await somebody(4)
  const [mine, second, third, fourth] = all
  if (!mine || !second || !third || !fourth) throw new Error('not signed in')
  const call = system.client(mine.accessToken)
  const { list } = await call(http.listSessions, {})
  expect(new Set(list.map(({ _id }) => _id))).toEqual(new Set(all.map(({ sid }) => sid)))
  expect(list.find(({ current }) => current)).toMatchObject({
    _id: mine.sid,
    provider: 'dev',
    device: 'Chrome · Android',
    site: null,
  })
  expect(await call(http.endSession, { body: { session_id: second.sid } })).toEqual({ ended: true })
  expect(await call(http.endSession, { body: { session_id: second.sid } })).toEqual({ ended: false })
  expect((await half(third.refreshToken)).status).toBe(200)
  expect(await call(http.endOtherSessions, {})).toEqual({ ended: 2 })
  for (const { refreshToken, accessToken } of [second, third, fourth]) {
    expect(refusalOf(await half(refreshToken)).code).toBe('session_expired')
    const asked = await system.browser().call('/identity/session/list', { token: accessToken })
    expect(refusalOf(asked).code).toBe('session_expired')
  }
  expect((await half(mine.refreshToken)).status).toBe(200)
  const told = await system.browser().call('/identity/internal/revoked', {
    headers: { 'x-internal-token': INTERNAL },
  })
  const { sessions } = z.object({ sessions: z.array(z.object({ sid: z.string() })) }).parse(told.body)
  for (const { sid } of [second, third, fourth]) expect(sessions.map((one) => one.sid)).toContain(sid)
  expect(await kinds(mine.accessToken)).toEqual([
    ...['others_ended', 'session_ended', 'signed_in', 'signed_in', 'signed_in', 'signed_in'],
  ])
})

test('ID-11 nobody ends sessions of somebody else, and an old sign-in ends none', async () => {
  const [mine] = (await somebody()).all
  const [other] = (await somebody()).all
  if (!mine || !other) throw new Error('not signed in')
  const foreign = { token: mine.accessToken, body: { session_id: other.sid } }
  expect(refusalOf(await system.browser().call(http.endSession.path, foreign)).code).toBe('not_found')
  expect((await half(other.refreshToken)).status).toBe(200)
  await agesAgo(mine.sid)
  const old = tokensOf(await half(mine.refreshToken)).accessToken
  for (const [path, body] of [
    [http.endSession.path, { session_id: other.sid }],
    [http.endOtherSessions.path, {}],
    [erasePersonalData.path, { confirm: 'erase' }],
  ] as const) {
    const refused = await system.browser().call(path, { token: old, body })
    expect(refusalOf(refused)).toMatchObject({ status: 401, code: 'reauth_required' })
    expect(refused.body).toMatchObject({ details: { maxAgeSeconds: 900, ways: ['dev'] } })
  }
})

test('ID-29 a fresh sign-in gives a new session and ends the one from before; no refresh makes it fresh', async () => {
  const { path, all } = await somebody()
  const [before] = all
  if (!before) throw new Error('not signed in')
  await agesAgo(before.sid)
  const full = await before.browser.call('/identity/token/full-refresh', { method: 'POST' })
  for (const answer of [
    full,
    await before.browser.call('/identity/token/half-refresh', { method: 'POST' }),
  ]) {
    const { auth_time = 0 } = claimsOf(tokensOf(answer).accessToken)
    expect(Date.now() / 1000 - auth_time).toBeGreaterThan(900)
  }
  const after = claimsOf(tokensOf(await before.browser.call(path)).accessToken)
  expect(after.sid).not.toBe(before.sid)
  expect(Date.now() / 1000 - (after.auth_time ?? 0)).toBeLessThan(60)
  const asked = await system.browser().call('/identity/session/list', { token: before.accessToken })
  expect(refusalOf(asked).code).toBe('session_expired')
  // a refresh that was under way has the old cookie, and must not take the new one away
  const late = { cookie: `talad_rt=${before.refreshToken}` }
  const overtaken = await system
    .browser()
    .call('/identity/token/half-refresh', { method: 'POST', headers: late })
  expect(refusalOf(overtaken).code).toBe('session_expired')
  expect(overtaken.setCookies).toEqual([])
  // who has no cookies shows it by the token
  const byToken = tokensOf(await system.browser().call(path, { token: tokensOf(full).accessToken }))
  expect((await half(byToken.refreshToken)).status).toBe(200)
})

test('ID-5 half and full refresh give the same rights, and say when the refresh token ends', async () => {
  const { refreshToken, accessToken } = await system.signInWithJoin('malee')
  const ends = z.object({ refreshExpiresAt: z.iso.datetime() })
  const halved = await half(refreshToken)
  const full = await system.browser().call('/identity/token/full-refresh', { body: { refreshToken } })
  const rights = (token: string) => {
    const { iat: _, exp: __, jxp: ___, ...claims } = claimsOf(token)
    return claims
  }
  for (const answer of [halved, full]) {
    expect(rights(tokensOf(answer).accessToken)).toEqual(rights(accessToken))
    const { jxp = 0 } = claimsOf(tokensOf(answer).accessToken)
    const left = Date.parse(ends.parse(answer.body).refreshExpiresAt) / 1000
    expect(left).toBeLessThanOrEqual(jxp + 1)
    expect(left).toBeGreaterThan(Date.now() / 1000)
  }
})

test('ID-1 a session is over when nobody uses it for 14 days, and each use begins them anew', async () => {
  const [used] = (await somebody()).all
  const [left] = (await somebody()).all
  if (!used || !left) throw new Error('not signed in')
  const seen = (sid: string, days: number) =>
    system.owner.query(`update session set last_seen_at = now() - make_interval(days => $2) where id = $1`, [
      sid,
      days,
    ])
  await seen(used.sid, 13)
  await seen(left.sid, 14)
  expect((await half(used.refreshToken)).status).toBe(200)
  const { rows } = await system.owner.query<{ ago: number }>(
    `select extract(epoch from now() - last_seen_at)::int as ago from session where id = $1`,
    [used.sid],
  )
  expect(rows[0]?.ago).toBeLessThan(60)
  expect(refusalOf(await half(left.refreshToken)).code).toBe('session_expired')
})

test('GW-27 support ends one session of somebody or all, with a reason that is written down, and once by its key', async () => {
  const { all } = await somebody(3)
  const [one, two, three] = all
  if (!one || !two || !three) throw new Error('not signed in')
  const chief = await system.signInWithJoin('somchai')
  await grantPermissions(system.owner, 'join-somchai', ['session.end', 'idp_profile.read'])
  const call = system.client(chief.accessToken)
  const account_id = one.sub
  expect((await call(http.adminSessions, { query: { account_id } })).list).toHaveLength(3)
  const body = { account_id, session_id: one.sid, note: 'a lost phone' }
  const about = { idempotencyKey: 'once' }
  expect(await call(http.adminEndSessions, { body }, about)).toEqual({ ended: 1 })
  expect(await call(http.adminEndSessions, { body }, about)).toEqual({ ended: 1 })
  expect(await call(http.adminEndSessions, { body: { account_id, note: 'all of them' } })).toEqual({
    ended: 2,
  })
  for (const { refreshToken } of all) expect(refusalOf(await half(refreshToken)).code).toBe('session_expired')
  const { rows } = await system.owner.query<{ note: string }>(
    `select data->>'note' as note from kit.event
     where stream like 'audit-%' and data->>'targetId' = $1 order by at`,
    [account_id],
  )
  expect(rows.map(({ note }) => note)).toEqual(['', 'a lost phone', 'all of them'])
})

test('ID-11 sessions are ended also where housekeeping makes the first try wait in a circle', async () => {
  const { all } = await somebody(3)
  const [mine, other] = all
  if (!mine || !other) throw new Error('not signed in')
  await system.owner.query(`create sequence tries;
    create function lose() returns trigger language plpgsql security definer as $$ begin
      if nextval('tries') = 1 then raise exception 'lost' using errcode = 'deadlock_detected'; end if;
      return new;
    end $$;
    create trigger lose before insert on security_event execute function lose()`)
  const call = system.client(mine.accessToken)
  expect(await call(http.endSession, { body: { session_id: other.sid } })).toEqual({ ended: true })
  await system.owner.query('drop trigger lose on security_event')
  expect(await kinds(mine.accessToken)).toContain('session_ended')
})
