import { Rejection } from '@talad/shared/rejection'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { makeLine } from './client.ts'

const now = new Date('2026-11-27T10:00:00Z')
const T = now.getTime() / 1000
const channel = { channelId: '165', channelSecret: 'secret', providerId: 'talad' }
const line = makeLine({
  authorizeUrl: 'https://access.line.me/oauth2/v2.1/authorize',
  apiUrl: 'http://127.0.0.1:1',
  timeoutMs: 100,
  now: () => now,
  log: { warn: () => undefined },
})

const claims = { iss: 'https://access.line.me', aud: '165', sub: `U${'a'.repeat(32)}`, iat: T, exp: T + 3600 }
const signed = (about: object) =>
  new SignJWT({ ...claims, ...about }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('secret'))
const judged = (token: string) =>
  line.userOfIdToken(channel, token).then(
    () => 'good',
    (error: unknown) => (error instanceof Rejection ? (error.details?.what ?? error.code) : error),
  )

test.each([
  ['made 30 s from now', { iat: T + 30 }, 'good'],
  ['made 31 s from now', { iat: T + 31 }, 'iat'],
  ['over for 29 s', { iat: T - 3600, exp: T - 29 }, 'good'],
  ['over for 31 s', { iat: T - 3600, exp: T - 31 }, 'exp'],
  ['as old as one may be', { iat: T - 3630, exp: T + 60 }, 'good'],
  ['older than one may be', { iat: T - 3631, exp: T + 60 }, 'iat'],
  ['without an end', { exp: undefined }, 'exp'],
  ['of another channel', { aud: '166' }, 'aud'],
  ['of another issuer', { iss: 'https://line.example' }, 'iss'],
  ['of nobody', { sub: 'somchai' }, 'sub'],
])('ID-22 an id token that is %s', async (_what, about, verdict) => {
  expect(await judged(await signed(about))).toBe(verdict)
})

test('ID-22 a token that nobody signed is none, and ES256 is never judged by the secret of the channel', async () => {
  expect(await judged(new UnsecuredJWT(claims).encode())).toBe('signature')
  const [, payload, signature] = (await signed({})).split('.')
  const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'line' })).toString('base64url')
  expect(await judged(`${header}.${payload}.${signature}`)).toBe('UNAVAILABLE') // LINE's keys are asked for
})

test('ID-22 LINE is asked with PKCE, state and nonce, and for a fresh sign-in to ask the person again', () => {
  const about = { state: 's', nonce: 'n', challenge: 'c', redirectUri: 'https://talad.test/back' }
  const asked = (renew: boolean) =>
    Object.fromEntries(new URL(line.authorizeUrl(channel, { ...about, renew })).searchParams)
  expect(asked(false)).toEqual({
    response_type: 'code',
    client_id: '165',
    redirect_uri: 'https://talad.test/back',
    state: 's',
    nonce: 'n',
    scope: 'openid profile',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    max_age: '315360000',
  })
  expect(asked(true)).toMatchObject({ max_age: '0', disable_auto_login: 'true' })
})
