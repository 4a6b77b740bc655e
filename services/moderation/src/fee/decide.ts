import { overlaps, rangeOf } from '@talad/proto/nft-range'
import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '@talad/shared/version'
import { type Decision, decidedBy } from '../decision.ts'
import { aboutOf, shownRange } from '../range/stored.ts'
import type { FeeAbout, IssuerRange, Sheet, SheetEvent, SheetFee } from './events.ts'
import { evolve } from './state.ts'

/** Half of a price, in basis points. */
const MOST_TOGETHER = 5_000

/**
 * What else is taken of a sale, in basis points: of a contract without a service fee of its own the general one; of the
 * general one the most that any such contract takes besides.
 */
type Elsewhere = { general: number } | { largest: number }
type OnFees = Decision & { version?: number | undefined; elsewhere: Elsewhere }

export type SetFee = OnFees & {
  type: 'SetFee'
  fee: FeeAbout
  basisPoints: number
  /** absent: as it was, and a new one is not (MO-34) */
  enabled?: boolean
  field: string
}
export type SwitchFee = OnFees & { type: 'SwitchFee'; feeId: string; enabled: boolean }
export type RemoveFee = OnFees & { type: 'RemoveFee'; feeId: string }
export type AddMissing = Decision & { type: 'AddMissing'; fee: FeeAbout }
export type PlaceIssuer = Decision & { type: 'PlaceIssuer'; issuerId: string; ranges: readonly IssuerRange[] }
export type SheetCommand = SetFee | SwitchFee | RemoveFee | AddMissing | PlaceIssuer

type Fees = readonly Pick<SheetFee, 'type' | 'basisPoints' | 'enabled' | 'removed'>[]

/** What a sale in a contract pays to others than the platform, at most: a token has one issuer (OB-32). */
export function besidesService(fees: Fees): number {
  const of = (type: SheetFee['type']) =>
    fees.flatMap((fee) => (fee.type === type && fee.enabled && !fee.removed ? fee.basisPoints : []))
  return of('royalty').reduce((sum, one) => sum + one, 0) + Math.max(0, ...of('issuer'))
}

/** The service fee that a contract has of its own; undefined: the general one counts. */
export const ownService = (fees: Fees): number | undefined =>
  fees.find(({ type, enabled, removed }) => type === 'service' && enabled && !removed)?.basisPoints

/** OB-31: what a sale pays at most, in basis points. */
export function mostOf(fees: Fees, elsewhere: Elsewhere): number {
  if ('largest' in elsewhere) return (ownService(fees) ?? 0) + elsewhere.largest
  return (ownService(fees) ?? elsewhere.general) + besidesService(fees)
}

const feeOf = (before: Sheet | undefined, feeId: string): SheetFee => {
  const found = before?.fees.find(({ id, removed }) => id === feeId && !removed)
  if (!found) throw new Rejection('FEE_NOT_FOUND', { field: 'fee_id' })
  return found
}

function changeFee(command: SetFee | SwitchFee | RemoveFee, before: Sheet | undefined): SheetEvent[] {
  const data = decidedBy(command)
  if (command.type === 'SetFee') {
    const { fee, basisPoints, enabled } = command
    const old = before?.fees.find(({ id, removed }) => id === fee.id && !removed)
    // MO-34: setting doesn't switch; what is new, or comes back, is off
    const next = { ...fee, basisPoints, enabled: enabled ?? old?.enabled ?? false, removed: false }
    if (old?.basisPoints === basisPoints && old.enabled === next.enabled) return []
    return [{ type: 'FeeSet', data: { ...data, fee: next } }]
  }
  const { feeId } = command
  const old = feeOf(before, feeId)
  if (command.type === 'RemoveFee') return [{ type: 'FeeRemoved', data: { ...data, feeId } }]
  const { enabled } = command
  return old.enabled === enabled ? [] : [{ type: 'FeeSwitched', data: { ...data, feeId, enabled } }]
}

/** OB-31. @throws Rejection FEES_TOO_HIGH */
function checkSum(command: SetFee | SwitchFee | RemoveFee, sheet: Sheet | undefined): void {
  const most = mostOf(sheet?.fees ?? [], command.elsewhere)
  if (most <= MOST_TOGETHER) return
  const field = { SetFee: 'field' in command ? command.field : '', SwitchFee: 'enabled', RemoveFee: 'fee_id' }
  throw new Rejection('FEES_TOO_HIGH', { field: field[command.type], details: { total_percent: most / 100 } })
}

/**
 * MO-32: two issuers never have a token in common by ranges of one kind. What stands for a virtual collection may lie in
 * the contract of another issuer: MO-3 says whose it is.
 * @throws Rejection ISSUER_RANGES_OVERLAP
 */
function placeIssuer(command: PlaceIssuer, before: Sheet | undefined): SheetEvent[] {
  const { issuerId, ranges } = command
  const others = (before?.ranges ?? []).filter((one) => one.issuerId !== issuerId)
  for (const { range: wanted } of ranges) {
    const mine = rangeOf(wanted)
    const taken = others.find(({ range }) => {
      const theirs = rangeOf(range)
      return aboutOf(theirs) === aboutOf(mine) && overlaps(theirs, mine)
    })
    if (taken)
      throw new Rejection('ISSUER_RANGES_OVERLAP', {
        field: 'nft_ranges',
        details: { issuer_id: taken.issuerId, nft_range: shownRange(taken.range) },
      })
  }
  const stays = (before?.ranges ?? []).filter((one) => one.issuerId === issuerId)
  if (JSON.stringify(stays) === JSON.stringify(ranges)) return []
  return [{ type: 'IssuerPlaced', data: { ...decidedBy(command), issuerId, ranges: [...ranges] } }]
}

/** MO-32 to MO-35, OB-31. @throws Rejection FEE_NOT_FOUND, FEES_TOO_HIGH, ISSUER_RANGES_OVERLAP, VERSION_CONFLICT */
export function decide(command: SheetCommand, before: Sheet | undefined): readonly SheetEvent[] {
  if (command.type === 'PlaceIssuer') return placeIssuer(command, before)
  if (command.type === 'AddMissing') {
    const { fee } = command
    // MO-34: one that was removed stays so until it is set again
    if (before?.fees.some(({ id }) => id === fee.id)) return []
    const added = { ...fee, basisPoints: 0, enabled: false, removed: false }
    return [{ type: 'FeeSet', data: { ...decidedBy(command), fee: added } }]
  }
  requireVersion(before ?? { version: 0 }, command.version)
  const events = changeFee(command, before)
  checkSum(command, events.reduce<Sheet | undefined>(evolve, before))
  return events
}
