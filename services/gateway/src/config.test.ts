import { expect, test } from 'vitest'
import { gatewayConfig } from './config.ts'

const production = {
  DATABASE_URL: 'postgres://localhost/gateway',
  JWKS_URL: 'http://127.0.0.1/jwks.json',
  INTERNAL_TOKENS: 'a-secret-of-some-service',
  NODE_ENV: 'production',
  UPSTREAMS: '{}',
  CHAIN_ID: '3501',
  CHAIN_SLUG: 'jfin',
  SITE_ORIGINS: 'https://talad.test',
}
const wrong = (settings: object) =>
  gatewayConfig.safeParse({ ...production, ...settings }).error?.issues.map(({ path }) => path.join('.')) ??
  []

test('WB-20 production says where people raise their level; elsewhere the stand-in is the place', () => {
  expect(wrong({})).toEqual(['JOIN_UPGRADE_URL'])
  expect(wrong({ JOIN_UPGRADE_URL: 'https://join.example/kyc' })).toEqual([])
  expect(wrong({ NODE_ENV: 'development' })).toEqual([])
})

test('SP-31 what a browser is sent back to is https in production', () => {
  const upgrade = { JOIN_UPGRADE_URL: 'https://join.example/kyc' }
  expect(wrong({ ...upgrade, SITE_ORIGINS: 'http://talad.test' })).toEqual(['SITE_ORIGINS'])
  expect(wrong({ ...upgrade, ADMIN_ORIGINS: 'http://admin.talad.test' })).toEqual(['ADMIN_ORIGINS'])
})
