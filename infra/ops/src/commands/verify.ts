import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '@talad/shared/db'
import { noteVerification } from '@talad/shared/verification'
import type { Context, Opened } from '../context.ts'
import { type Report, short } from '../report.ts'

type Verdict = { service: string; says: string; covers?: string; faults: readonly string[] }

const SHOWN = 20
/** What holds at rest may be broken for the moment that a message is on its way. */
const LOOKS = 4
const BETWEEN_MS = 500

async function rowsOf(db: Queryable, sql: string): Promise<string[]> {
  const { rows } = await db.query<Record<string, unknown>>(`select * from (${sql}) broken limit ${SHOWN}`)
  return rows.map((row) => Object.values(row).map(String).join(' '))
}

async function holds(db: Queryable, sql: string): Promise<string[]> {
  let still = await rowsOf(db, sql)
  for (let look = 1; look < LOOKS && still.length > 0; look++) {
    await delay(BETWEEN_MS)
    const again = new Set(await rowsOf(db, sql))
    still = still.filter((row) => again.has(row))
  }
  return still
}

async function verifyOne({ name, loaded, owner }: Opened, tell: (what: string) => void): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const db = owner()
  for (const { says, run } of loaded.checks) {
    tell(says)
    verdicts.push({ service: name, says, ...(await run(db)) })
  }
  for (const { says, sql } of loaded.manifest.invariants) {
    tell(says)
    verdicts.push({ service: name, says, faults: await holds(db, sql) })
  }
  for (const { says, faults } of verdicts) await noteVerification(db, says, faults.length)
  return verdicts
}

/** `verify`: the services' own checks (the ledger's books) and what their manifests say must always hold. */
export async function verify(context: Context, { service }: { service?: string }): Promise<Report> {
  const verdicts: Verdict[] = []
  let done = 0
  const services = await context.services(service)
  const total = services.reduce(
    (sum, { loaded }) => sum + loaded.checks.length + loaded.manifest.invariants.length,
    0,
  )
  for (const one of services) {
    const tell = (says: string) => context.progress.tell(`${one.name}: ${short(says, 50)}`, done++, total)
    verdicts.push(...(await verifyOne(one, tell)))
  }
  const broken = verdicts.filter(({ faults }) => faults.length > 0)
  return {
    json: { verified: verdicts },
    lines: verdicts.flatMap(({ service: name, says, covers, faults }) => [
      `${faults.length === 0 ? 'holds ' : 'BROKEN'}  ${name}: ${says}${covers === undefined ? '' : ` (${covers})`}`,
      ...faults.map((fault) => `          ${fault}`),
    ]),
    next:
      broken.length === 0
        ? verdicts.length === 0
          ? 'nothing to do: there is nothing to verify.'
          : 'nothing to do: all holds.'
        : 'stop payouts, keep the databases as they are, and follow docs/operations.md, "The books do not add up".',
    isBad: broken.length > 0,
  }
}
