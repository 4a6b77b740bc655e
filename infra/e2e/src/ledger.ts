import type { Run } from '@talad/dev/run-file'
import { verifyLedger } from '@talad/ledger/books/proof'
import { openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { expect } from 'vitest'

/** LG-17: every transfer is sealed, the chain of seals is whole, and each balance is the sum of its flows. */
export async function expectWholeLedger(run: Run): Promise<void> {
  const db = openDb(run.databases.ledger ?? '', { owner: true, max: 1, name: 'e2e' })
  try {
    const { rows } = await db.query<{ transfers: bigint }>(
      'select count(distinct transfer) as transfers from flow',
    )
    const posted = rows[0]?.transfers ?? 0n
    const verified = await until('every transfer is sealed', async () => {
      const found = await verifyLedger(db)
      return found.transfers >= posted ? found : undefined
    })
    expect(verified.faults).toEqual([])
    expect(verified.transfers).toBeGreaterThan(0n)
  } finally {
    await db.end()
  }
}
