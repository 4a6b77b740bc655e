import { createHash } from 'node:crypto'
import pg from 'pg'
import type { System } from '../system.ts'

type Table = { schema: string; name: string }

async function withDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const found = await client.query<Table>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  return found.rows
}

const quoted = ({ schema, name }: Table) => `"${schema}"."${name}"`

/** The names of all columns of all databases. */
export async function everyColumn(urls: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    urls.map((url) =>
      withDatabase(url, async (client) => {
        const found = await client.query<{ name: string }>(
          `select distinct column_name as name from information_schema.columns
           where table_schema not in ('pg_catalog', 'information_schema')`,
        )
        return found.rows.map(({ name }) => name)
      }),
    ),
  )
  return [...new Set(lists.flat())].sort()
}

/**
 * Looks for texts in every row of every table, also within JSON, and as the bytes of messages.
 * @returns where they are: `database schema.table: text`
 */
export async function findInTables(
  databases: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): Promise<string[]> {
  const hits = await Promise.all(
    Object.entries(databases).map(([database, url]) =>
      withDatabase(url, async (client) => {
        const found: string[] = []
        for (const table of await tablesOf(client)) {
          const { rows } = await client.query<{ row: string }>(
            `select t::text as row from ${quoted(table)} t`,
          )
          const all = rows.map(({ row }) => row).join('\n')
          for (const [what, text] of Object.entries(texts))
            if (all.includes(text) || all.includes(Buffer.from(text).toString('hex')))
              found.push(`${database} ${table.schema}.${table.name}: ${what}`)
        }
        return found
      }),
    ),
  )
  return hits.flat()
}

/** The one text that a query finds. @throws Error when it finds none, or several */
export function oneOf(url: string, sql: string, values: readonly string[]): Promise<string> {
  return withDatabase(url, async (client) => {
    const { rows } = await client.query<[string]>({ text: sql, values: [...values], rowMode: 'array' })
    const [row] = rows
    if (!row || rows.length > 1) throw new Error(`${rows.length} rows where one is expected`)
    return row[0]
  })
}

/** What money and ownership rest on: a change that isn't meant shows here. */
const weighty: Readonly<Record<string, RegExp>> = {
  identity: /^(account|identity_link|wallet|link_personal_data|personal_data)$/,
  ledger: /^(?!.*outbox)/,
  'order-book': /order/,
  'shipping-payment': /^(shipping|card_refund)$/,
  'bank-withdrawal': /^(bank_account|bank_request|withdrawal)$/,
  moderation: /^admin$/,
}

/** One hash of all that is weighty. */
export async function fingerprint(system: System): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, env } of system.services) {
    const pattern = weighty[name]
    if (pattern === undefined) continue
    await withDatabase(env.DATABASE_URL ?? '', async (client) => {
      for (const table of await tablesOf(client)) {
        if (table.schema !== 'public' || !pattern.test(table.name)) continue
        const { rows } = await client.query<{ row: string }>(
          `select t::text as row from ${quoted(table)} t order by 1`,
        )
        hash.update(`${name} ${table.name}\n${rows.map(({ row }) => row).join('\n')}\n`)
      }
    })
  }
  return hash.digest('hex')
}
