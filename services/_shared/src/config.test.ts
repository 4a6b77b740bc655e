import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, loadConfig } from './config.ts'
import { commonConfig, refuseDevModeInProduction } from './platform.ts'

const schema = z.object({
  PORT: z.coerce.number().int().describe('port to listen on'),
  URL: z.url().describe('where it is'),
  NAME: z.string().optional(),
})

test('every fault is listed at once, with what the field means', () => {
  const load = () => loadConfig('ledger', schema, { PORT: 'x', URL: '' })
  expect(load).toThrow(ConfigError)
  expect(load).toThrow(/ledger.*\n {2}- PORT: .* \(port to listen on\)\n {2}- URL: .* \(where it is\)$/s)
})

test('an empty variable counts as absent, and unknown ones are passed over', () => {
  const env = { PORT: '8080', URL: 'http://localhost', NAME: '', OTHER: 'x' }
  expect(loadConfig('ledger', schema, env)).toEqual({ PORT: 8080, URL: 'http://localhost' })
})

test('the common settings have defaults, and split their lists', () => {
  const config = loadConfig('ledger', commonConfig, {
    DATABASE_URL: 'postgres://localhost/x',
    JWKS_URL: 'http://localhost/jwks',
    INTERNAL_TOKENS: 'first-secret-0123,second-secret-0123',
  })
  expect(config).toMatchObject({ NODE_ENV: 'development', DEV_MODE: false, HOST: '127.0.0.1', PORT: 0 })
  expect(config.INTERNAL_TOKENS).toEqual(['first-secret-0123', 'second-secret-0123'])
})

test('GW-28 development mode in production is refused, everything else is not', () => {
  expect(() => refuseDevModeInProduction({ NODE_ENV: 'production', DEV_MODE: true })).toThrow('DEV_MODE')
  refuseDevModeInProduction({ NODE_ENV: 'production', DEV_MODE: false })
  refuseDevModeInProduction({ NODE_ENV: 'development', DEV_MODE: true })
})
