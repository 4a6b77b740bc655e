import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { service } from '@talad/shipping-payment/service'
import { expect, inject, onTestFinished, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { runTalad } from './harness.ts'

test('SP-17 an operator settles a callback about an unknown order once: its row stays, and the audit log has the line', async () => {
  const own = await createTestDatabase(inject('postgres'), service.migrations)
  const db = openDb(own.url)
  onTestFinished(async () => {
    await db.end()
    await own.drop()
  })
  const run = (...args: string[]) =>
    runTalad(catalog, { SHIPPING_PAYMENT_DATABASE_URL: own.url }, 'strays', ...args)
  const settle = (id: string, ...more: string[]) =>
    run('settle', id, '--note', 'voided at the provider', ...more)
  expect((await run('list')).stdout).toContain('No callbacks about unknown orders.')
  await db.query(`insert into stray_callback (provider, transaction_id, order_no, payment_status, received_at)
    values ('chillpay', '77', 'order-of-nobody', 0, now())`)
  expect((await run('list')).stdout).toMatch(/77\s+order-of-nobody\s+paid/)
  const verify = () =>
    runTalad(catalog, { SHIPPING_PAYMENT_DATABASE_URL: own.url }, 'verify', 'shipping-payment')
  expect(await verify()).toMatchObject({ exit: 1, stdout: expect.stringContaining('SP-17') })

  expect(await settle('77', '--dry-run')).toMatchObject({ exit: 0 })
  expect(await settle('78')).toMatchObject({
    exit: 2,
    stderr: 'transaction: nothing waits that is called 78\n',
  })
  expect(await run('settle', '77', '--note', ' ')).toMatchObject({ exit: 2 })
  expect((await run('list')).stdout).toContain('order-of-nobody')

  const both = await Promise.all([settle('77'), settle('77')])
  expect(both.map(({ exit }) => exit).sort()).toEqual([0, 2])
  expect((await run('list')).stdout).toContain('nothing to do')
  expect((await run('list', '--all')).stdout).toContain('voided at the provider')
  expect(await verify()).toMatchObject({ exit: 0 })
  const { rows } =
    await db.query(`select data->>'action' as action, data->>'who' as who, data->>'note' as note
    from kit.event where stream like 'audit-%'`)
  expect(rows).toEqual([
    {
      action: 'stray_callback.settle',
      who: expect.stringMatching(/^operator:/),
      note: 'voided at the provider',
    },
  ])
  // what the provider says again stays settled
  await db.query(`insert into stray_callback (provider, transaction_id, order_no, payment_status, received_at)
    values ('chillpay', '77', 'order-of-nobody', 0, now()) on conflict do nothing`)
  expect(await verify()).toMatchObject({ exit: 0 })
})
