import { expect, test } from 'vitest'
import { readSettings } from './config.ts'

test('the command line wins over the environment', () => {
  expect(readSettings(['--port', '9000'], { TALAD_PORT: '9001' })).toMatchObject({ TALAD_PORT: 9000 })
})

test('every fault of the settings is told at once', () => {
  expect(() => readSettings([], { TALAD_PORT: 'x', TALAD_LOG: 'loud' })).toThrow(/TALAD_PORT[\s\S]*TALAD_LOG/)
})

test('the usage names each setting', () => {
  expect(readSettings(['--help'], {})).toMatchObject({ usage: expect.stringContaining('TALAD_DATA') })
})

test('settings of services are read as JSON, and only those of services that there are', () => {
  const more = (text: string) => readSettings([], { TALAD_SERVICES: text })
  expect(more('{"ledger":{"LOG_LEVEL":"debug"}}')).toMatchObject({
    TALAD_SERVICES: { ledger: { LOG_LEVEL: 'debug' } },
  })
  expect(() => more('{"leger":{}}')).toThrow('TALAD_SERVICES')
  expect(() => more('ledger')).toThrow('must be JSON')
})
