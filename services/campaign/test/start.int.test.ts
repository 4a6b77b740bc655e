import { startUnderTest } from '@talad/shared/testing/under-test'
import { expect, inject, onTestFinished, test } from 'vitest'
import { service } from '../src/service.ts'

test('campaign is ready and tells its status', async () => {
  const running = await startUnderTest(service, inject('postgres'))
  onTestFinished(running.close)
  expect(await running.call('GET', '/readyz')).toMatchObject({ status: 200, body: { database: 'ok' } })
  expect(await running.call('GET', '/api/public/v1/campaign/status')).toMatchObject({
    status: 200,
    body: { service: 'campaign' },
  })
})
