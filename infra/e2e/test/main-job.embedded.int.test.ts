import { openDb } from '@talad/shared/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectWholeLedger } from '../src/ledger.ts'
import { mainJob } from '../src/main-job.ts'
import { type System, startSystem } from '../src/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded' })
})
afterAll(() => system?.stop())

test('SP-1 a card payment delivers an NFT on chain and pays the seller, in one process on the embedded bus', async () => {
  const { shipping } = await mainJob(system.run, '8')
  expect(shipping.status).toBe('completed')
  await expectWholeLedger(system.run)
})

test('a system under test leaves to the disk when it writes', async () => {
  const db = openDb(system.run.databases.ledger ?? '', { owner: true, max: 1 })
  const { rows } = await db.query('show fsync')
  await db.end()
  expect(rows).toEqual([{ fsync: 'off' }])
})
