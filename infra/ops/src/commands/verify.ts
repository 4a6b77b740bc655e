import type { Invariant } from '@talad/shared/manifest'
import { brokenBy, type Check, noteVerification } from '@talad/shared/verification'
import type { Context, Opened } from '../context.ts'
import { BadParameter } from '../faults.ts'
import { type Report, short } from '../report.ts'

type Verdict = {
  service: string
  says: string
  covers?: string
  faults: readonly string[]
  /** it is broken until a person has decided: nothing is wrong with what is stored */
  waits: boolean
}

const BETWEEN_MS = 500

/** What is looked at of one service. */
type Part = Pick<Opened, 'name' | 'owner'> & {
  checks: readonly Check[]
  invariants: readonly (Invariant & { waits: boolean })[]
}

function invariantsOf({ loaded: { manifest } }: Opened): Part['invariants'] {
  const waiting = manifest.needsReview ?? []
  return [
    ...manifest.invariants.map((one) => ({ ...one, waits: false })),
    ...waiting.map((one) => ({ ...one, waits: true })),
  ]
}

/** @param what a service, a check of one, or absent: everything @throws BadParameter when it is neither */
async function partsOf(context: Context, what: string | undefined): Promise<Part[]> {
  const isService = what === undefined || context.catalog.names.includes(what)
  const all = (await context.services(isService ? what : undefined)).map((opened) => {
    const { name, owner, loaded } = opened
    return { name, owner, checks: loaded.checks, invariants: invariantsOf(opened) }
  })
  if (isService) return all
  const named = all.flatMap(({ checks, ...part }) => {
    const found = checks.filter(({ name }) => name === what)
    return found.length === 0 ? [] : [{ ...part, checks: found, invariants: [] }]
  })
  if (named.length > 0) return named
  const names = all.flatMap(({ checks }) => checks.map(({ name }) => name))
  throw new BadParameter(
    'what',
    `there is no service and no check ${what}; there are ${[...new Set([...context.catalog.names, ...names])].join(', ')}`,
  )
}

async function verifyOne(
  { name, owner, checks, invariants }: Part,
  tell: (what: string) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const db = owner()
  for (const { description: says, run } of checks) {
    tell(says)
    verdicts.push({ service: name, says, waits: false, ...(await run(db)) })
  }
  for (const { waits, ...one } of invariants) {
    tell(one.description)
    verdicts.push({
      service: name,
      says: one.description,
      waits,
      faults: await brokenBy(db, one, BETWEEN_MS),
    })
  }
  for (const { says, faults } of verdicts) await noteVerification(db, says, faults.length)
  return verdicts
}

const wordOf = ({ faults, waits }: Verdict) => (faults.length === 0 ? 'holds ' : waits ? 'WAITS ' : 'BROKEN')

function nextOf(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return 'nothing to do: there is nothing to verify.'
  const broken = verdicts.filter(({ faults }) => faults.length > 0)
  if (broken.length === 0) return 'nothing to do: all holds.'
  return broken.every(({ waits }) => waits)
    ? 'decide on what waits: docs/operations.md, "What waits for a person".'
    : 'stop payouts, keep the databases as they are, and follow docs/operations.md, "The books do not add up".'
}

/**
 * `verify`: the services' own checks (the ledger's books, the audit log), what their manifests say must always hold, and
 * what waits for a person.
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
  return {
    json: { verified: verdicts },
    lines: verdicts.flatMap((verdict) => [
      `${wordOf(verdict)}  ${verdict.service}: ${verdict.says}${verdict.covers === undefined ? '' : ` (${verdict.covers})`}`,
      ...verdict.faults.map((fault) => `          ${fault}`),
    ]),
    next: nextOf(verdicts),
    isBad: verdicts.some(({ faults }) => faults.length > 0),
  }
}
