import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@talad/shared/telemetry'
import { afterAll, expect, test } from 'vitest'
import { openOrigins } from './origins.ts'

const folder = mkdtempSync(join(tmpdir(), 'talad-origins-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('GW-25 sites come and go without a restart, and a bad list changes nothing', () => {
  const file = join(folder, 'sites')
  let at = 0
  const around = { now: () => new Date(at), log: createLogger('gateway', 'silent') }
  const settings = {
    SITE_ORIGINS: ['https://talad.example'],
    SITE_ORIGINS_FILE: file,
    NODE_ENV: 'production' as const,
  }
  const origins = openOrigins(settings, around)
  const after = (text: string) => {
    writeFileSync(file, text)
    at += 6_000
    return origins.list()
  }
  expect(origins.list()).toEqual(['https://talad.example'])
  expect(after('# sites\nhttps://one.example\n')).toEqual(['https://talad.example', 'https://one.example'])
  expect(after('not an origin\n')).toEqual(['https://talad.example', 'https://one.example'])
  expect(after('http://plain.example\n')).toEqual(['https://talad.example', 'https://one.example'])
  expect(after('')).toEqual(['https://talad.example'])
})
