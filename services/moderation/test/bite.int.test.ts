import { base, endpoint } from '@talad/proto/http/contract'
import { createApp } from '@talad/shared/http/app'
import { defineManifest } from '@talad/shared/manifest'
import { commonConfig, type Platform } from '@talad/shared/platform'
import { defineService } from '@talad/shared/service'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { person, start } from './harness.ts'

const readBank = endpoint({
  name: 'readBank',
  service: 'other',
  method: 'GET',
  path: `${base.admin}/bank`,
  auth: { kind: 'admin', permission: 'bank.read' },
  summary: 'reads',
  status: 200,
  response: z.object({}),
})

/** Some other service that admins call. */
const other = defineService({
  manifest: defineManifest({
    name: 'other',
    description: 'another service',
    contract: { readBank },
    rejections: {},
    publishes: [],
    consumes: [],
    invariants: [],
    development: () => ({}),
  }),
  at: new URL('../src/service.ts', import.meta.url).href,
  config: commonConfig,
  makeDeps: (platform): Platform => platform,
  app(deps) {
    const app = createApp({ ...deps, rejections: {} })
    app.route(readBank, async () => ({}))
    return app
  },
})

const WITHIN_MS = 5_000

test('MO-38 a permission that is given or taken bites in another service within five seconds', async () => {
  const moderation = await start()
  const elsewhere = await startUnderTest(other, inject('postgres'), { BUS_DATABASE_URL: moderation.busUrl })
  onTestFinished(() => elsewhere.close())
  await moderation.grant('boss', 'super_admin')
  const status = async () => (await elsewhere.call('GET', readBank.path, { as: person('clerk') })).status
  expect(await status()).toBe(403)
  for (const [version, permissions, wanted] of [
    [0, ['bank.read'], 200],
    [1, [], 403],
    [2, ['bank.read', 'bank.decide'], 200],
    [3, ['bank.decide'], 403],
  ] as const) {
    const answer = await moderation.set('boss', 'clerk', { version, permissions })
    expect(answer.status).toBe(200)
    const since = performance.now()
    await until(`the call is answered ${wanted}`, async () => (await status()) === wanted)
    expect(performance.now() - since).toBeLessThan(WITHIN_MS)
  }
})
