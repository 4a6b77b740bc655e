import { readFile } from 'node:fs/promises'
import { type Db, openDb } from '@talad/shared/db'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import { type Measured, repeat } from '../measure.ts'

/** What its own measuring tool takes, and more than that makes it slower here. */
const CLIENTS = 20

/**
 * pgledger beside ours: a ledger as functions of Postgres, one transfer a call. It isn't on npm, so whoever wants it in the
 * table gives its SQL: `PGLEDGER="ulid-to-uuid.sql uuid-to-ulid.sql pgledger.sql"`, paths in the order in which they are loaded.
 */
export type Pgledger = {
  /** from an account to another one, both drawn anew each time */
  random(seconds: number): Promise<Measured>
  /** from an account that is drawn to one that is always the same */
  hot(seconds: number): Promise<Measured>
  end(): Promise<void>
}

async function accounts(db: Db, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select (pgledger_create_account('customer ' || n, 'THB')).id from generate_series(1, $1::int) as n`,
    [count],
  )
  await db.query('vacuum analyze')
  return rows.map((row) => row.id)
}

/** @param files its SQL, in order; @param draw an index below the count of accounts */
export async function openPgledger(
  server: string,
  { files, customers, draw }: { files: readonly string[]; customers: number; draw: () => number },
): Promise<Pgledger> {
  const own = await createEmptyDatabase(server)
  const db = openDb(own.url, { owner: true, max: CLIENTS })
  for (const file of files) await db.query(await readFile(file, 'utf8'))
  const ids = await accounts(db, customers)
  const load = (seconds: number, to: () => number) =>
    repeat({ workers: CLIENTS, ms: seconds * 1000 }, async () => {
      const giver = draw()
      const taker = to()
      if (giver === taker) return
      await db.query({
        name: 'pgledger',
        text: 'select id from pgledger_create_transfer($1, $2, $3)',
        values: [ids[giver], ids[taker], '123.45'],
      })
    })
  return {
    random: (seconds) => load(seconds, draw),
    hot: (seconds) => load(seconds, () => 0),
    async end() {
      await db.end()
      await own.drop()
    },
  }
}
