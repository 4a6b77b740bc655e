import { fileURLToPath } from 'node:url'
import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { expect, inject, test } from 'vitest'
import { removeWhatIsOver } from '../src/housekeeping.ts'
import { hashSecret } from '../src/secrets.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

test('ID-6 forgets kept pairs after their minute and sessions a day after their end, nothing else', async () => {
  const own = await createTestDatabase(inject('postgres'), migrations)
  const db = openDb(own.url, { max: 2 })
  try {
    await db.query(`insert into account (id, created_at) values ('a', now())`)
    const session = (id: string, rotated: string, expires: string) =>
      db.query(
        `insert into session (id, account_id, provider, rotated_at, replacement, created_at, expires_at)
         values ($1, 'a', 'web3', now() - $2::interval, 'pair', now(), now() + $3::interval)`,
        [id, rotated, expires],
      )
    await session('young', '10 seconds', '1 day')
    await session('rotated', '61 seconds', '1 day')
    await session('ended', '61 seconds', '-25 hours')
    await db.query('insert into refresh_token (token_hash, session_id, generation) values ($1, $2, 0)', [
      hashSecret('token'),
      'ended',
    ])
    await db.query(
      `insert into notification (id, account_id, kind, created_at)
       select lpad(n::text, 24, '0'), 'a', 'sold', now() - n * interval '1 day' from unnest('{179, 181}'::int[]) n`,
    )
    await removeWhatIsOver({ db, now: () => new Date() })
    const left = await db.query('select id, replacement is not null as kept from session order by id')
    expect(left.rows).toEqual([
      { id: 'rotated', kept: false },
      { id: 'young', kept: true },
    ])
    expect((await db.query('select 1 from notification')).rowCount).toBe(1)
    expect((await db.query('select 1 from refresh_token')).rowCount).toBe(0)
  } finally {
    await db.end()
    await own.drop()
  }
})
