import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMemberships } from './client.ts'

let issuer: string
/** The issuer that the provider's metadata names. */
let named: string
const provider = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ issuer: named, authorization_endpoint: `${issuer}/authorize` }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const address = provider.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => {
  provider.close()
})

test('metadata that names another issuer than the settings leads nobody to it (ASVS 10.5.3)', async () => {
  const club = { name: 'club', labelTh: 'ช', labelEn: 'c', issuer, clientId: 'talad', clientSecret: 's' }
  const config = { ...club, scopes: 'openid' }
  const log = { warn: () => undefined }
  const members = makeMemberships({ providers: [config], timeoutMs: 5_000, now: () => new Date(0), log })
  const asked = {
    state: 's',
    nonce: 'n',
    challenge: 'c',
    redirectUri: 'https://talad.example/',
    renew: false,
  }
  for (named of ['https://evil.example', `${issuer}/other`])
    await expect(members.authorizeUrl(config, asked)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  named = issuer
  expect(await members.authorizeUrl(config, asked)).toContain(`${issuer}/authorize?`)
})
