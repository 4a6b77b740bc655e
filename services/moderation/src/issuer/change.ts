import type { Tx } from '@talad/shared/db'
import { decide, type InDecision } from '@talad/shared/decision'
import { lockKey } from '@talad/shared/lock-key'
import { type Change, changeIn } from '@talad/shared/stream'
import type { Decision } from '../decision.ts'
import { decisionOf, type NotedCall } from '../decision-call.ts'
import type { Deps } from '../deps.ts'
import { lockFees } from '../fee/lock.ts'
import { sheetIdOf } from '../fee/place.ts'
import { sheets } from '../fee/stream.ts'
import type { IssuerCommand } from './decide.ts'
import type { Issuer, IssuerEvent, IssuerTerms } from './events.ts'
import { findIssuer } from './read-model.ts'
import { wasPaid } from './sales.ts'
import { issuers } from './stream.ts'

type Set = { type: 'Add' } | { type: 'Modify'; version: number }

/** Two who want one slug wait for each other. */
async function isSlugTaken(tx: Tx, slug: string, issuerId: string): Promise<boolean> {
  await lockKey(tx, `issuer.slug.${slug}`)
  const { rows } = await tx.query(
    'select 1 from issuer where slug = $1 and issuer_id <> $2 and not removed',
    [slug, issuerId],
  )
  return rows.length > 0
}

const sheetsOf = (ranges: IssuerTerms['ranges']) => ranges.map((range) => sheetIdOf(range))

/** Tells every contract that the issuer was or is in what is its own there. @throws Rejection ISSUER_RANGES_OVERLAP */
async function place(tx: Tx, issuerId: string, before: Issuer | undefined, now: Issuer, about: Decision) {
  const own = ({ terms }: Issuer) => (terms.active ? terms.ranges : [])
  const { customerId } = now.terms
  for (const sheetId of new Set(sheetsOf([...(before ? own(before) : []), ...own(now)]))) {
    const ranges = own(now)
      .filter((range) => sheetIdOf(range) === sheetId)
      .map((range) => ({ issuerId, customerId, range }))
    await changeIn(tx, sheets, sheetId, { type: 'PlaceIssuer', issuerId, ranges, ...about }, about.now)
  }
}

/** The issuer as it is before a decision, once the fees that the decision touches are locked. */
async function lockIssuer(tx: Tx, issuerId: string, ranges: IssuerTerms['ranges']) {
  const old = await findIssuer(tx, issuerId)
  await lockFees(tx, sheetsOf([...ranges, ...(old?.ranges ?? [])]))
}

const placing =
  (issuerId: string, call: NotedCall) =>
  ({ tx, now }: InDecision, { before, state }: Change<Issuer | undefined, IssuerEvent>) =>
    place(tx, issuerId, before, existing(state), decisionOf(call, now))

export function existing(state: Issuer | undefined): Issuer {
  if (!state) throw new Error('an issuer was decided on and is not there')
  return state
}

/**
 * Adds an issuer, or says anew what it is.
 * @throws Rejection ISSUER_NOT_FOUND, SLUG_TAKEN, ISSUER_RANGES_OVERLAP, VERSION_CONFLICT
 */
export function setIssuer<T>(
  deps: Deps,
  issuerId: string,
  { terms, ...kind }: Set & { terms: IssuerTerms },
  call: NotedCall,
  answer: (issuer: Issuer) => T,
): Promise<T> {
  return decide(deps, issuers, issuerId, {
    call,
    action: kind.type === 'Add' ? 'issuer.add' : 'issuer.modify',
    note: call.body.note,
    lock: (tx) => lockIssuer(tx, issuerId, terms.ranges),
    command: async ({ tx, now }): Promise<IssuerCommand> => {
      const slugTaken = await isSlugTaken(tx, terms.slug, issuerId)
      return { ...kind, ...decisionOf(call, now), terms, slugTaken }
    },
    beside: placing(issuerId, call),
    answer: ({ state }) => answer(existing(state)),
  })
}

/**
 * MO-32: removes an issuer; one that ever had a fee, or of whom something was sold, may have been paid, is kept and not active any more.
 * @throws Rejection ISSUER_NOT_FOUND, VERSION_CONFLICT
 */
export function removeIssuer<T>(
  deps: Deps,
  { issuerId, version }: { issuerId: string; version: number },
  call: NotedCall,
  answer: (issuer: Issuer) => T,
): Promise<T> {
  return decide(deps, issuers, issuerId, {
    call,
    action: 'issuer.remove',
    note: call.body.note,
    lock: (tx) => lockIssuer(tx, issuerId, []),
    command: async ({ tx, now }): Promise<IssuerCommand> => {
      return { type: 'Remove', version, wasPaid: await wasPaid(tx, issuerId), ...decisionOf(call, now) }
    },
    beside: placing(issuerId, call),
    answer: ({ state }) => answer(existing(state)),
  })
}
