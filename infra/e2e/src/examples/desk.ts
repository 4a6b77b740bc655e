import { type Person, signIn } from '@talad/dev/seed/site'
import { ResponseError } from '@talad/proto/http/client'
import { operationsHttp } from '@talad/proto/http/operations'
import { type Db, openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import type { Stall } from '../stall.ts'

/** Who waits for something has it done no more often: writes are counted (GW-24). */
const HASTEN_MS = 1_000

export const note = 'as it was agreed by phone'

/** Those who decide behind the shop, beside those who buy and sell in it. */
export type Desk = Stall & {
  chief: Person
  clerk: Person
  secondClerk: Person
  /** has a service do now what it would do later */
  hasten(service: string, task: string, key: string): Promise<void>
  /** the database of a service, as its owner */
  db(service: string): Db
  /** changes rows that nobody may change: what time or a fault would do */
  force(service: string, sql: string, values: unknown[]): Promise<void>
  close(): Promise<void>
}

/** Signs the admins in: who pays out has signed in at most ten minutes ago (AW-14). */
export async function openDesk(stall: Stall): Promise<Desk> {
  const { run } = stall
  const opened = new Map<string, Db>()
  const hastened = new Map<string, number>()
  const worker = (key: string) => signIn(run, run.admins.find((one) => one.key === key)?.joinId ?? '')
  const [chief, clerk, secondClerk] = [
    await worker('chief'),
    await worker('clerk'),
    await worker('second-clerk'),
  ]
  const db = (service: string) => {
    const known = opened.get(service) ?? openDb(run.databases[service] ?? '', { owner: true, max: 2 })
    opened.set(service, known)
    return known
  }
  return {
    ...stall,
    chief,
    clerk,
    secondClerk,
    async hasten(service, task, key) {
      const of = [service, task, key].join(' ')
      if (performance.now() - (hastened.get(of) ?? Number.NEGATIVE_INFINITY) < HASTEN_MS) return
      hastened.set(of, performance.now())
      const asked = chief.call(operationsHttp.runJob, { body: { service, task, key, note } })
      await asked.catch((error: unknown) => {
        // it is done already, or not asked for yet
        if (!(error instanceof ResponseError && error.code === 'not_found')) throw error
      })
    },
    db,
    async force(service, sql, values) {
      const owner = await db(service).connect()
      await owner.query('set session_replication_role = replica')
      await owner.query(sql, values)
      owner.release(true)
    },
    async close() {
      await Promise.all([...opened.values()].map((db) => db.end()))
    },
  }
}

/** Waits for a list to have something that fits. */
export function found<T>(
  what: string,
  read: () => Promise<{ list: T[] }>,
  fits: (one: T) => boolean = () => true,
): Promise<T> {
  return until(what, async () => (await read()).list.find(fits))
}
