import { expect, test } from 'vitest'
import { identityConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://localhost/identity',
  JWKS_URL: 'http://127.0.0.1/jwks.json',
  INTERNAL_TOKENS: 'a-secret-of-some-service',
  ASSET_INDEXER_URL: 'http://127.0.0.1:1',
  JOIN_URL: 'https://join.example/api/v1',
  JOIN_API_KEY: 'key',
  SIGN_IN_HOSTS: 'https://talad.example, http://127.0.0.1:8080',
  PERSONAL_DATA_KEY: '11'.repeat(32),
  RPC_URL: 'http://127.0.0.1:8545',
  SEAPORT_ADDRESS: `0x${'5E'.repeat(20)}`,
  SIGNING_CONTRACTS: '{"tokens":[],"collections":[]}',
}
const faults = (changed: Record<string, string>) =>
  identityConfig.safeParse({ ...env, ...changed }).error?.issues.map((issue) => issue.path.join('.'))

test('ID-15 reads the origins that a sign-in may return to', () => {
  expect(identityConfig.parse(env).SIGN_IN_HOSTS).toEqual(['https://talad.example', 'http://127.0.0.1:8080'])
})

test.each([
  'http://talad.example',
  'https://talad.example/path',
  'https://a@talad.example',
  'talad.example',
  '',
])('ID-15 refuses %j as a site', (SIGN_IN_HOSTS) => {
  expect(faults({ SIGN_IN_HOSTS })).toEqual(['SIGN_IN_HOSTS'])
})

test('ID-15 refuses loopback in production', () => {
  expect(faults({ NODE_ENV: 'production' })).toEqual(['SIGN_IN_HOSTS'])
  expect(faults({ NODE_ENV: 'production', SIGN_IN_HOSTS: 'https://talad.example' })).toBeUndefined()
})

test('ID-1 has the usual lifetimes unless told', () => {
  expect(identityConfig.parse(env)).toMatchObject({
    ACCESS_TOKEN_SECONDS: 900,
    REFRESH_TOKEN_SECONDS: 2_592_000,
  })
})

test.each([
  ['PERSONAL_DATA_KEY', 'short'],
  ['SIGNING_CONTRACTS', 'no json'],
  ['SIGNING_CONTRACTS', '{"tokens":["0x1"],"collections":[]}'],
])('refuses a bad %s', (name, value) => {
  expect(faults({ [name]: value })?.[0]).toContain(name)
})
