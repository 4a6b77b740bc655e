import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDb } from '../src/db.ts'
import { createApp } from '../src/http/app.ts'
import { defineManifest } from '../src/manifest.ts'
import { type CommonConfig, commonConfig, type Platform } from '../src/platform.ts'
import { defineService } from '../src/service.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'

async function config(more: Partial<CommonConfig> = {}): Promise<CommonConfig> {
  const [own, bus] = await Promise.all([
    createEmptyDatabase(inject('postgres')),
    createEmptyDatabase(inject('postgres')),
  ])
  onTestFinished(async () => {
    await own.drop()
    await bus.drop()
  })
  return {
    NODE_ENV: 'test',
    DEV_MODE: false,
    DATABASE_URL: own.url,
    BUS_DATABASE_URL: bus.url,
    HOST: '127.0.0.1',
    PORT: 0,
    JWKS_URL: 'http://127.0.0.1:1/jwks',
    INTERNAL_TOKENS: ['a-secret-0123456789'],
    LOG_LEVEL: 'silent',
    ...more,
  }
}

async function start(
  settings: CommonConfig,
  ready: Record<string, () => Promise<void>> = {},
  closed: string[] = [],
) {
  const migrations = await mkdtemp(join(tmpdir(), 'talad-none-'))
  await mkdir(join(migrations, 'prisma/migrations'), { recursive: true })
  onTestFinished(() => rm(migrations, { recursive: true, force: true }))
  const manifest = defineManifest({
    name: 'test',
    description: 'a service of the test',
    contract: {},
    rejections: {},
    publishes: [],
    consumes: [],
    invariants: [],
    development: () => ({}),
  })
  const service = defineService({
    manifest,
    at: pathToFileURL(join(migrations, 'src/service.ts')).href,
    config: commonConfig,
    makeDeps: (platform): Platform => platform,
    app: ({ db: _, ...deps }) => createApp({ ...deps, rejections: {}, ready }),
    close: async () => void closed.push('closed'),
  })
  return service.start(settings)
}

test('GW-28 a service with DEV_MODE in production refuses to start', async () => {
  const settings = await config({ NODE_ENV: 'production', DEV_MODE: true })
  await expect(start(settings)).rejects.toThrow('DEV_MODE')
})

test('a running service is alive, and ready when each of its dependencies is', async () => {
  let up = true
  const database = async () => {
    if (!up) throw new Error('database is away')
  }
  const service = await start(await config(), { database })
  onTestFinished(() => service.close())
  const ask = async (path: string) => {
    const response = await fetch(`${service.url}${path}`)
    return [response.status, await response.json()]
  }
  expect(await ask('/livez')).toEqual([200, { status: 'ok' }])
  expect(await ask('/readyz')).toEqual([200, { status: 'ok', database: 'ok' }])
  up = false
  // not why: anybody may ask (GW-8)
  expect(await ask('/readyz')).toEqual([503, { status: 'unavailable', database: 'away' }])
  expect(await ask('/livez')).toEqual([200, { status: 'ok' }])
})

test('a dependency that does not answer counts as away, and readiness is told all the same', async () => {
  const service = await start(await config(), { silent: () => new Promise(() => undefined) })
  onTestFinished(() => service.close())
  const answer = await fetch(`${service.url}/readyz`)
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', silent: 'away' }])
})

test('closing lets go of every connection', async () => {
  const settings = await config()
  const closed: string[] = []
  const service = await start(settings, {}, closed)
  await service.close()
  expect(closed).toEqual(['closed'])
  await expect(fetch(`${service.url}/livez`)).rejects.toThrow()
  await noConnections(settings)
})

test('a service that fails at its last step lets go of what it had started', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void taken.close())
  const address = taken.address()
  const settings = await config({ PORT: address !== null && typeof address === 'object' ? address.port : 0 })
  const closed: string[] = []
  await expect(start(settings, {}, closed)).rejects.toThrow('EADDRINUSE')
  expect(closed).toEqual(['closed'])
  await noConnections(settings)
})

async function noConnections(settings: CommonConfig): Promise<void> {
  const admin = openDb(inject('postgres'), { owner: true })
  const names = [settings.DATABASE_URL, settings.BUS_DATABASE_URL ?? ''].map((url) =>
    new URL(url).pathname.slice(1),
  )
  await until('no connection is left', async () => {
    const left = await admin.query('select 1 from pg_stat_activity where datname = any ($1)', [names])
    return left.rows.length === 0
  })
  await admin.end()
}
