import { setTimeout as delay } from 'node:timers/promises'
import { type Db, inTx, type Queryable } from './db.ts'
import { type AnyJob, recurring } from './jobs.ts'
import type { Invariant, Manifest } from './manifest.ts'
import type { Platform } from './platform.ts'

/** A verification that takes more than a statement. */
export type Check = {
  name: string
  description: string
  /** a job of the service proves it by itself, and notes what it found under `says` */
  hasOwnJob?: boolean
  /** @returns what was looked at, in a word or two, and each fault in one line */
  run: (db: Db) => Promise<{ covers: string; faults: readonly string[] }>
}

/** Notes what came of a check, so that it is seen when it was last run and what it found. @param name what must hold */
export async function noteVerification(db: Queryable, name: string, faults: number): Promise<void> {
  await db.query(
    `insert into kit.verification (name, faults) values ($1, $2)
     on conflict (name) do update set faults = excluded.faults, verified_at = now()`,
    [name, faults],
  )
}

const SHOWN = 20
/** Most of what is looked at reads whole tables, and may take longer than a call may. */
const LOOK_MS = 5 * 60_000

async function rowsOf(db: Db, sql: string): Promise<string[]> {
  return inTx(db, async (tx) => {
    await tx.query('set transaction read only') // without an id of its own it holds no reader of the log back
    await tx.query(`set local statement_timeout = ${LOOK_MS}`)
    const look = { text: `select * from (${sql}) broken limit ${SHOWN}`, query_timeout: LOOK_MS }
    const { rows } = await tx.query<Record<string, unknown>>(look)
    return rows.map((row) => Object.values(row).map(String).join(' '))
  })
}

/** What holds at rest may be broken for the moment that a message is on its way. */
const LOOKS = 4

/**
 * What breaks an invariant and goes on doing so.
 * @param betweenMs between two looks; what is whole at one of them is
 * @returns the rows as text, twenty at most
 */
export async function brokenBy(db: Db, { sql }: Invariant, betweenMs: number): Promise<string[]> {
  let still = await rowsOf(db, sql)
  for (let look = 1; look < LOOKS && still.length > 0; look++) {
    await delay(betweenMs)
    const again = new Set(await rowsOf(db, sql))
    still = still.filter((row) => again.has(row))
  }
  return still
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A service that has just been installed has other things to do. */
const FIRST_MS = 10 * MINUTE_MS
/** Who has mended something needn't wait for a day. */
const BROKEN_MS = 10 * MINUTE_MS
const BETWEEN_MS = 1_000

type Deps = Pick<Platform, 'db' | 'log'>
type Verified = { manifest: Manifest; checks: readonly Check[] }

/** All that is ever noted of a service; what it has ceased to say is to be seen no more. */
async function forgetOthers(db: Db, { manifest, checks }: Verified): Promise<void> {
  const said = [...checks, ...manifest.invariants, ...(manifest.needsReview ?? [])]
  await db.query('delete from kit.verification where name <> all($1)', [
    said.map(({ description: says }) => says),
  ])
}

/** Proves each day what must hold of a service, so that it is known without anybody who asks. */
const verifyJob = (about: Verified): AnyJob<Deps> =>
  recurring<Deps>({
    name: 'kit.verify',
    everyMs: DAY_MS,
    firstAfterMs: FIRST_MS,
    maxRetryMs: BROKEN_MS,
    async run({ deps: { db, log }, now }) {
      let broken = 0
      const note = async (says: string, faults: readonly string[]) => {
        if (faults.length > 0) log.error({ says, faults }, 'what must always hold does not')
        broken += faults.length
        await noteVerification(db, says, faults.length)
      }
      for (const invariant of about.manifest.invariants)
        await note(invariant.description, await brokenBy(db, invariant, BETWEEN_MS))
      for (const { description: says, run, hasOwnJob = false } of about.checks)
        if (!hasOwnJob) await note(says, (await run(db)).faults)
      await forgetOthers(db, about)
      return broken === 0 ? undefined : new Date(now.getTime() + BROKEN_MS)
    },
  })

/** Counts each minute what waits for a person, so that one is called. */
const watchJob = (waiting: readonly Invariant[]): AnyJob<Deps> =>
  recurring<Deps>({
    name: 'kit.watch',
    everyMs: MINUTE_MS,
    async run({ deps: { db } }) {
      for (const { description: says, sql } of waiting) {
        const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from (${sql}) waits`)
        await noteVerification(db, says, rows[0]?.n ?? 0)
      }
    },
  })

/** The jobs by which a service looks after what its manifest says. */
export function verificationJobs(about: Verified): AnyJob<Deps>[] {
  const { invariants, needsReview: waitsForPeople = [] } = about.manifest
  return [
    ...(invariants.length + about.checks.length > 0 ? [verifyJob(about)] : []),
    ...(waitsForPeople.length > 0 ? [watchJob(waitsForPeople)] : []),
  ]
}
