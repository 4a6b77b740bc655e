import { confirmationsSetting } from '@talad/shared/chain/confirmations'
import { loadConfig } from '@talad/shared/config'
import { expect, test } from 'vitest'
import { shippingPaymentConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://x/y',
  BUS_DATABASE_URL: 'postgres://x/z',
  JWKS_URL: 'http://127.0.0.1:1/jwks',
  INTERNAL_TOKENS: 'internal-token-for-tests',
  RPC_URL: 'http://127.0.0.1:2',
  CHAIN_ID: '1',
  SEAPORT_ADDRESS: `0x${'5'.repeat(40)}`,
  RELAYER_KEYS: `0x${'1'.repeat(64)}`,
  CHILLPAY_URL: 'https://api.example',
}

test('SP-34 buyers are not led to a page that takes no key but the public one, unless that is known', () => {
  const led = (more: Record<string, string>) =>
    loadConfig('shipping-payment', shippingPaymentConfig, {
      ...env,
      NODE_ENV: 'development',
      SITE_ORIGINS: 'http://127.0.0.1:3000',
      ...more,
    }).PAYMENT_PAGE
  expect(() => led({ PAYMENT_PAGE: 'index' })).toThrow('PAYMENT_PUBLIC_KEY: PAYMENT_PAGE needs it')
  expect(led({ PAYMENT_PAGE: 'index', PAYMENT_PUBLIC_KEY: 'pk' })).toBe('index')
  expect(led({ PAYMENT_PAGE: '' })).toBeUndefined()
})

test('SP-31 a site that is not https is refused in production, and taken in development', () => {
  const origins = (NODE_ENV: string, SITE_ORIGINS: string) =>
    loadConfig('shipping-payment', shippingPaymentConfig, { ...env, NODE_ENV, SITE_ORIGINS }).SITE_ORIGINS
  expect(() => origins('production', 'https://a.example,http://b.example')).toThrow(
    'SITE_ORIGINS: must be https',
  )
  expect(origins('production', 'https://a.example')).toEqual(['https://a.example'])
  expect(origins('development', 'http://127.0.0.1:3000')).toEqual(['http://127.0.0.1:3000'])
})

test('SP-25 a delivery is final after as many confirmations as the indexer waits for', () => {
  expect(shippingPaymentConfig.shape.CONFIRMATIONS.parse(undefined)).toBe(
    confirmationsSetting.parse(undefined),
  )
})
