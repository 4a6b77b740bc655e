import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '@talad/shared/db'
import type { Invariant } from '@talad/shared/manifest'
import type { Check } from '@talad/shared/service'
import { noteVerification } from '@talad/shared/verification'
import type { Context, Opened } from '../context.ts'
import { BadParameter } from '../faults.ts'
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

/** What is looked at of one service. */
type Part = Pick<Opened, 'name' | 'owner'> & { checks: readonly Check[]; invariants: readonly Invariant[] }

/** @param what a service, a check of one, or absent: everything @throws BadParameter when it is neither */
async function partsOf(context: Context, what: string | undefined): Promise<Part[]> {
  const isService = what === undefined || context.catalog.names.includes(what)
  const all = (await context.services(isService ? what : undefined)).map(({ name, owner, loaded }) => ({
    ...{ name, owner, checks: loaded.checks, invariants: loaded.manifest.invariants },
  }))
  if (isService) return all
  const named = all.flatMap(({ checks, ...part }) => {
    const found = checks.filter(({ name }) => name === what)
    return found.length === 0 ? [] : [{ ...part, checks: found, invariants: [] }]
  })
  if (named.length > 0) return named
  const names = all.flatMap(({ checks }) => checks.map(({ name }) => name))
  throw new BadParameter(
    'what',
    `there is no service and no check ${what}; there are ${[...context.catalog.names, ...names].join(', ')}`,
  )
}

async function verifyOne(
  { name, owner, checks, invariants }: Part,
  tell: (what: string) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const db = owner()
  for (const { says, run } of checks) {
    tell(says)
    verdicts.push({ service: name, says, ...(await run(db)) })
  }
  for (const { says, sql } of invariants) {
    tell(says)
    verdicts.push({ service: name, says, faults: await holds(db, sql) })
  }
  for (const { says, faults } of verdicts) await noteVerification(db, says, faults.length)
  return verdicts
}

/**
 * `verify`: the services' own checks (the ledger's books, the audit log) and what their manifests say must always hold.
 * @param what of one service only, or one check only; absent: all
 */
export async function verify(context: Context, what?: string): Promise<Report> {
  const verdicts: Verdict[] = []
  let done = 0
  const parts = await partsOf(context, what)
  const total = parts.reduce((sum, { checks, invariants }) => sum + checks.length + invariants.length, 0)
  for (const one of parts) {
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
