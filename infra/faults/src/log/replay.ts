import type { Random } from '@talad/demo/random'
import type { OutMessage } from '@talad/shared/bus/port'
import { type Db, openDb } from '@talad/shared/db'
import { type SimulatedService, START } from '../simulator/service.ts'

/** Columns that say when or how something came, by table; all else must be the same however often messages come. */
const HOW_IT_CAME: Readonly<Record<string, readonly string[]>> = {
  audit_line: ['seq', 'hash'],
  notification: ['seq'],
}

/** Events that no read model of its own shows, and what the kit keeps beside what it has consumed. */
const OF_KIT = [
  `select 'event ' || concat_ws(' ', stream, version, type, data) as row from kit.event`,
  `select 'grant ' || to_jsonb(g)::text as row from kit.admin_grant g`,
]

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not in ('_prisma_migrations', 'audit_head') order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** All that a service has stored, a line a row, in the order of the lines. */
export async function stateOf({ db }: Pick<SimulatedService, 'db'>): Promise<string[]> {
  const parts = (await tablesOf(db)).map((table) => {
    const without = (HOW_IT_CAME[table] ?? []).join(',')
    return `select '${table} ' || (to_jsonb(t) - '{${without}}'::text[])::text as row from "${table}" t`
  })
  const { rows } = await db.query<{ row: string }>(`${[...parts, ...OF_KIT].join(' union all ')} order by 1`)
  return rows.map(({ row }) => row)
}

/** @returns what empties the database of a service, triggers or not, but for the rows that its migrations made */
export async function emptierOf({ db, url }: SimulatedService): Promise<() => Promise<void>> {
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'kit')
       and tablename not in ('_prisma_migrations', 'migration', 'reader')`,
  )
  const statements = await Promise.all(
    rows.map(async ({ name }) => {
      const first = await db.query<{ rows: string }>(
        `select quote_literal(jsonb_agg(t)::text) as rows from ${name} t having count(*) > 0`,
      )
      const [again] = first.rows.map(
        (made) =>
          `insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${made.rows}::jsonb)`,
      )
      return [`delete from ${name}`, ...(again ? [again] : [])]
    }),
  )
  const sql = ['set session_replication_role = replica', ...statements.flat()].join('; ')
  return async () => {
    const owner = openDb(url, { owner: true, max: 1 })
    await owner.query(sql).finally(() => owner.end())
  }
}

/** Each once and in order; as they came, some again and cut anywhere; or as any order of keys allows. */
export type Manner = 'plain' | 'again' | 'keys mixed'

/** To draw always the highest: a mailbox then repeats nothing. */
const highest: Random = () => 1 - Number.EPSILON
const PAUSES = 0.2

/** Hands messages to a service whose database is empty, and has it do what is due. @returns what it has then */
export async function replay(
  service: SimulatedService,
  messages: readonly OutMessage[],
  manner: Manner,
  random: Random,
): Promise<{ state: string[]; deliveries: number }> {
  await service.begin()
  let deliveries = 0
  const drain = async (drawn: Random) => {
    for (let next = service.next(drawn); next; next = service.next(drawn)) {
      await next.handle()
      next.done()
      deliveries += 1
    }
  }
  for (const message of messages) {
    service.put(message)
    if (manner === 'plain') await drain(highest)
    if (manner === 'again' && random() < PAUSES) await drain(random)
  }
  await drain(random)
  while ((await service.work(START)) > 0);
  return { state: await stateOf(service), deliveries }
}
