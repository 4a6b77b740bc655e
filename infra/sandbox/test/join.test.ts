import { computeAddress } from 'ethers'
import { expect, test } from 'vitest'
import { folder, malee, somchai, start, until } from './rig.ts'

const redirectUrl = 'http://127.0.0.1:9/back?keep=1'

const decide = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('a wrong key opens nothing', async () => {
  const sandbox = await start()
  const { status, body } = await sandbox.call('GET', '/join/api/v1/users/somchai', undefined, {
    'x-api-key': 'x',
  })
  expect([status, body.code]).toEqual([401, 'unauthorized'])
})

test('ID-13 a sign-in goes from pending to approved and back to the redirect address', async () => {
  const sandbox = await start()
  const { status, body: opened } = await sandbox.join('POST', '/sessions', { redirectUrl })
  expect(status).toBe(201)
  const path = `/sessions/${opened.sessionId}`
  expect((await sandbox.join('GET', path)).body).toMatchObject({ status: 'pending' })
  expect(await (await fetch(String(opened.webviewUrl))).text()).toContain('สมชาย ใจดี')

  const answer = await decide(String(opened.webviewUrl), { decision: 'approve', userId: 'malee' })
  expect(answer.headers.get('location')).toBe(`${redirectUrl}&sessionId=${opened.sessionId}`)
  expect((await sandbox.join('GET', path)).body).toMatchObject({ status: 'approved', userId: 'malee' })
  await decide(String(opened.webviewUrl), { decision: 'reject' })
  expect((await sandbox.join('GET', path)).body.status).toBe('approved')
})

test('ID-14 a session id carries 32 random bytes and the session waits 10 minutes', async () => {
  let time = new Date('2026-06-01T00:00:00Z')
  const sandbox = await start({ now: () => time })
  const { body: opened } = await sandbox.join('POST', '/sessions', { redirectUrl })
  expect(Buffer.from(String(opened.sessionId), 'base64url')).toHaveLength(32)
  expect(opened.expiresAt).toBe('2026-06-01T00:10:00.000Z')
  time = new Date('2026-06-01T00:10:00Z')
  expect((await sandbox.join('GET', `/sessions/${opened.sessionId}`)).body.status).toBe('expired')
  const late = await sandbox.call('POST', `/control/join/sessions/${opened.sessionId}`, {
    decision: 'approve',
    userId: 'malee',
  })
  expect(late.status).toBe(409)
})

test('ID-13 a rejected sign-in names no one', async () => {
  const sandbox = await start()
  const { body: opened } = await sandbox.join('POST', '/sessions', { redirectUrl })
  await decide(String(opened.webviewUrl), { decision: 'reject', userId: 'malee' })
  const { body } = await sandbox.join('GET', `/sessions/${opened.sessionId}`)
  expect(body.status).toBe('rejected')
  expect(body).not.toHaveProperty('userId')
})

test('ID-13 a sign-in with a phone number waits on that phone', async () => {
  const sandbox = await start()
  const { body: opened } = await sandbox.join('POST', '/sessions', { redirectUrl, phone: somchai.phone })
  expect(await (await fetch(`${sandbox.url}/join/phone/somchai`)).text()).toContain(String(opened.sessionId))
  expect(await (await fetch(`${sandbox.url}/join/phone/malee`)).text()).not.toContain(
    String(opened.sessionId),
  )
  const button = `${sandbox.url}/join/phone/somchai/session/${opened.sessionId}`
  expect((await decide(button, { decision: 'approve' })).status).toBe(303)
  expect((await sandbox.join('GET', `/sessions/${opened.sessionId}`)).body.userId).toBe('somchai')
})

test('a redirect address that is not a web address is refused', async () => {
  const sandbox = await start()
  const bad = { redirectUrl: 'javascript:alert(1)' }
  expect((await sandbox.join('POST', '/sessions', bad)).status).toBe(400)
})

test('ID-2 a profile carries the KYC level, which the control call can change', async () => {
  const sandbox = await start()
  const { body } = await sandbox.join('GET', '/users/somchai')
  const { privateKey, level, ...rest } = somchai
  expect(body).toEqual({ ...rest, extra: { level }, walletAddress: computeAddress(privateKey) })
  await sandbox.call('PATCH', '/control/join/users/somchai', { level: 'GOLD' })
  expect((await sandbox.join('GET', '/users/somchai')).body.extra).toEqual({ level: 'GOLD' })
  const phone = encodeURIComponent(malee.phone)
  expect((await sandbox.join('GET', `/users?phone=${phone}`)).body.users).toMatchObject([{ id: 'malee' }])
  expect((await sandbox.join('GET', '/users?phone=1')).body.users).toEqual([])
  expect((await sandbox.join('GET', '/users/nobody')).status).toBe(404)
})

test('a person set to approve everything signs without a press', async () => {
  const sandbox = await start()
  await sandbox.call('PATCH', '/control/join/users/malee', { autoApprove: true })
  const { body: asked } = await sandbox.join('POST', '/requests/signature', {
    userId: 'malee',
    message: 'hi',
  })
  await until(async () =>
    expect((await sandbox.join('GET', `/requests/${asked.requestId}`)).body.status).toBe('signed'),
  )
  const { body: opened } = await sandbox.join('POST', '/sessions', { redirectUrl, phone: malee.phone })
  expect((await sandbox.join('GET', `/sessions/${opened.sessionId}`)).body.status).toBe('approved')
})

test('a restart keeps sessions, requests and KYC levels', async () => {
  const dataDir = folder()
  const before = await start({ dataDir })
  const { body: opened } = await before.join('POST', '/sessions', { redirectUrl })
  const { body: asked } = await before.join('POST', '/requests/signature', {
    userId: 'somchai',
    message: 'hi',
  })
  await before.call('PATCH', '/control/join/users/somchai', { level: 'BRONZE' })
  await before.stop()

  const after = await start({ dataDir })
  expect((await after.join('GET', `/sessions/${opened.sessionId}`)).body.status).toBe('pending')
  const signed = await after.call('POST', `/control/join/requests/${asked.requestId}`, {
    decision: 'approve',
  })
  expect(signed.body.status).toBe('signed')
  expect((await after.join('GET', '/users/somchai')).body.extra).toEqual({ level: 'BRONZE' })
})

test('people that were added sign in as the others, also after a restart', async () => {
  const dataDir = folder()
  const newcomer = { ...malee, id: 'crowd-1', phone: '+66833333333', privateKey: `0x${'33'.repeat(32)}` }
  const first = await start({ dataDir })
  const { status } = await first.call('POST', '/control/join/users', { users: [newcomer] })
  expect(status).toBe(201)
  await first.stop()
  const again = await start({ dataDir })
  const { body } = await again.join('GET', '/users/crowd-1')
  expect(body.walletAddress).toBe(computeAddress(newcomer.privateKey))
})
