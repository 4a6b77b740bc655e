import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMemberships } from './client.ts'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const stranger = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'club' }

let issuer: string
/** The issuer that the provider's metadata names. */
let named: string
/** What the provider answers for a code. */
let idToken = ''
const provider = createServer(async (request, response) => {
  const path = request.url ?? ''
  if (request.method === 'POST') await json(request).catch(() => undefined)
  response.setHeader('content-type', 'application/json')
  const metadata = {
    issuer: named,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  }
  const tokens = { access_token: 'a', token_type: 'Bearer', id_token: idToken }
  const answer = path === '/token' ? tokens : path === '/keys' ? { keys: [jwk] } : metadata
  response.end(JSON.stringify(answer))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const address = provider.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  named = issuer
})
afterAll(() => {
  provider.close()
})

function club() {
  const known = { name: 'club', labelTh: 'ช', labelEn: 'c', issuer, clientId: 'talad', clientSecret: 's' }
  const config = { ...known, scopes: 'openid' }
  const log = { warn: () => undefined }
  return { config, members: makeMemberships({ providers: [config], timeoutMs: 5_000, log }) }
}
const redirectUri = 'https://talad.example/'

test('metadata that names another issuer than the settings leads nobody to it (ASVS 10.5.3)', async () => {
  const { config, members } = club()
  const asked = { state: 's', nonce: 'n', challenge: 'c', redirectUri, renew: false }
  for (named of ['https://evil.example', `${issuer}/other`])
    await expect(members.authorizeUrl(config, asked)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  named = issuer
  expect(await members.authorizeUrl(config, asked)).toContain(`${issuer}/authorize?`)
})

const now = () => Math.floor(Date.now() / 1000)
const begunAt = new Date()
const verifier = 'v'.repeat(43)
const attempt = { clientId: 'talad', nonce: 'n', verifier, redirectUri, redirectUrl: '', begunAt }
const WRONG = 'INVALID_ID_TOKEN'
test.each<[string, (claims: JWTPayload) => JWTPayload, string, object?]>([
  ['as it should be', () => ({}), 'good'],
  ['over for 25 s', () => ({ exp: now() - 25 }), 'good'],
  ['over for 31 s', () => ({ exp: now() - 31 }), WRONG],
  ['of another client', () => ({ aud: 'others' }), WRONG],
  ['of another issuer', () => ({ iss: 'https://evil.example' }), WRONG],
  ['of another attempt', () => ({ nonce: 'of another' }), WRONG],
  ['without a nonce', () => ({ nonce: undefined }), WRONG],
  ['of nobody', () => ({ sub: undefined }), WRONG],
  ['of a stranger’s key', () => ({}), WRONG, { by: stranger.privateKey }],
  ['of the client secret as a key', () => ({}), WRONG, { by: Buffer.from('s'), alg: 'HS256' }],
])('ID-25 an id token of a membership that is %s', async (_what, about, verdict, how) => {
  const { config, members } = club()
  const claims = { iss: issuer, aud: 'talad', sub: 'm-1', nonce: 'n', iat: now(), exp: now() + 600 }
  const { by, alg } = { by: privateKey, alg: 'RS256', ...how }
  idToken = await new SignJWT({ ...claims, ...about(claims) })
    .setProtectedHeader({ alg, kid: 'club' })
    .sign(by)
  const said = members.exchange(config, { code: 'c', state: 's' }, attempt)
  const judged = said.then(
    ({ subject, scope }) => (subject === 'm-1' && scope === issuer ? 'good' : 'another'),
    (error: { code?: string }) => error.code,
  )
  expect(await judged).toBe(verdict)
})

test.each([
  ['a minute before the attempt began', -60, false],
  ['when it began, by a clock that is 30 s behind', -30, true],
  ['after it began', 5, true],
])('ID-29 who signed in at a membership %s', async (_when, afterS, isFresh) => {
  const { config, members } = club()
  const auth_time = Math.floor(begunAt.getTime() / 1000) + afterS
  const claims = {
    iss: issuer,
    aud: 'talad',
    sub: 'm-1',
    nonce: 'n',
    auth_time,
    iat: now(),
    exp: now() + 600,
  }
  idToken = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'club' }).sign(privateKey)
  expect(await members.exchange(config, { code: 'c' }, attempt)).toMatchObject({ isFresh })
})
