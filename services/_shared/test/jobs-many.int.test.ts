import { expect, test } from 'vitest'
import { z } from 'zod'
import { inTx } from '../src/db.ts'
import { jobType } from '../src/jobs.ts'
import { openKit } from './kit.ts'

const START = new Date('2026-01-01T00:00:00Z')
const LATER = new Date('2026-01-01T00:01:00Z')

test('many pieces are asked for in one statement, each as if it were alone', async () => {
  const kit = await openKit()
  const send = jobType('mail.send', z.object({ id: z.string() }))
  await inTx(kit.db, async (tx) => {
    await send.enqueue(tx, { id: 'early' }, { key: 'a', at: START })
    await send.enqueue(tx, { id: 'late' }, { key: 'b', at: LATER })
  })
  await inTx(kit.db, async (tx) => {
    const keys = ['c', 'b', 'a', 'c']
    await send.enqueueAll(
      tx,
      keys.map((key) => ({ key, payload: { id: key } })),
      LATER,
    )
    await send.enqueueAll(tx, [], START)
  })
  const { rows } = await kit.db.query('select key, payload, run_at, revision from kit.job order by key')
  expect(rows).toEqual([
    { key: 'a', payload: { id: 'a' }, run_at: START, revision: 2n },
    { key: 'b', payload: { id: 'b' }, run_at: LATER, revision: 2n },
    { key: 'c', payload: { id: 'c' }, run_at: LATER, revision: 1n },
  ])
})
