import { startTestService } from '@talad/shared/testing/service'
import { expect, inject, onTestFinished, test } from 'vitest'
import { service } from '../src/service.ts'

test('bank-withdrawal is ready', async () => {
  const running = await startTestService(service, inject('postgres'))
  onTestFinished(running.close)
  expect(await running.call('GET', '/readyz')).toMatchObject({ status: 200, body: { database: 'ok' } })
})
