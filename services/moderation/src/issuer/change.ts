import { audit } from '@talad/shared/audit'
import type { Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { changeIn } from '@talad/shared/stream'
import type { DecisionCall } from '../decision-call.ts'
import { decideOnSheet, lockFees } from '../fee/change.ts'
import { sheetIdOf } from '../fee/place.ts'
import type { IssuerCommand } from './decide.ts'
import type { Issuer, IssuerTerms } from './events.ts'
import { findIssuer } from './read-model.ts'
import { issuers } from './stream.ts'

type Set = { type: 'Add' } | { type: 'Modify'; version: number }

/** Two who want one slug stand in its line. */
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
async function place(tx: Tx, issuerId: string, before: Issuer | undefined, now: Issuer, about: DecisionCall) {
  const own = ({ terms }: Issuer) => (terms.active ? terms.ranges : [])
  const { customerId } = now.terms
  for (const sheetId of new Set(sheetsOf([...(before ? own(before) : []), ...own(now)]))) {
    const ranges = own(now)
      .filter((range) => sheetIdOf(range) === sheetId)
      .map((range) => ({ issuerId, customerId, range }))
    await decideOnSheet(tx, sheetId, { type: 'PlaceIssuer', issuerId, ranges, ...about }, about)
  }
}

async function decideOn(
  tx: Tx,
  issuerId: string,
  command: IssuerCommand,
  about: DecisionCall,
): Promise<Issuer> {
  const { before, state, events } = await changeIn(tx, issuers, issuerId, command, about.now)
  if (!state) throw new Error('an issuer was decided on and is not there')
  if (events.length === 0) return state
  await place(tx, issuerId, before, state, about)
  const { actor, note, requestId, decisionId, now } = about
  const action = { Add: 'issuer.add', Modify: 'issuer.modify', Remove: 'issuer.remove' }[command.type]
  await audit(tx, {
    actor,
    action,
    target: { kind: 'issuer', id: issuerId },
    note,
    requestId,
    now,
    id: decisionId,
    before: before?.terms,
    after: state,
  })
  return state
}

/**
 * Adds an issuer, or says anew what it is, in the caller's transaction, which it runs again on VersionConflict.
 * @throws Rejection ISSUER_NOT_FOUND, SLUG_TAKEN, ISSUER_RANGES_OVERLAP, VERSION_CONFLICT
 */
export async function setIssuer(
  tx: Tx,
  issuerId: string,
  { terms, ...kind }: Set & { terms: IssuerTerms },
  about: DecisionCall,
): Promise<Issuer> {
  const old = await findIssuer(tx, issuerId)
  if (kind.type === 'Modify' && !old) throw new Rejection('ISSUER_NOT_FOUND', { field: 'issuer_id' })
  await lockFees(tx, sheetsOf([...terms.ranges, ...(old?.ranges ?? [])]))
  const slugTaken = await isSlugTaken(tx, terms.slug, issuerId)
  return decideOn(tx, issuerId, { ...kind, ...about, terms, slugTaken }, about)
}

/**
 * MO-32: removes an issuer; one that ever had a fee, and so may have been paid, is kept and not active any more.
 * @throws Rejection ISSUER_NOT_FOUND, VERSION_CONFLICT
 */
export async function removeIssuer(
  tx: Tx,
  { issuerId, version }: { issuerId: string; version: number },
  about: DecisionCall,
): Promise<Issuer> {
  const old = await findIssuer(tx, issuerId)
  await lockFees(tx, sheetsOf(old?.ranges ?? []))
  const { rows } = await tx.query('select 1 from fee where issuer_id = $1 limit 1', [issuerId])
  return decideOn(tx, issuerId, { type: 'Remove', version, hasFees: rows.length > 0, ...about }, about)
}
