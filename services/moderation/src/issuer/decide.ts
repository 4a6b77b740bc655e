import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '@talad/shared/version'
import { type Decision, decidedBy } from '../decision.ts'
import type { Issuer, IssuerEvent, IssuerTerms } from './events.ts'

/** what was found in the line of the slug: whether another issuer has it */
type Named = { terms: IssuerTerms; slugTaken: boolean }

export type AddIssuer = Decision & Named & { type: 'Add' }
export type ModifyIssuer = Decision & Named & { type: 'Modify'; version: number }
/** `wasPaid`: it has or had a fee, or something of it was sold (MO-32) */
export type RemoveIssuer = Decision & { type: 'Remove'; version: number; wasPaid: boolean }
export type IssuerCommand = AddIssuer | ModifyIssuer | RemoveIssuer

/** MO-32. @throws Rejection ISSUER_NOT_FOUND, SLUG_TAKEN, VERSION_CONFLICT */
export function decide(command: IssuerCommand, before: Issuer | undefined): readonly IssuerEvent[] {
  const data = decidedBy(command)
  if (command.type !== 'Add') {
    if (!before || before.gone) throw new Rejection('ISSUER_NOT_FOUND', { field: 'issuer_id' })
    requireVersion(before, command.version)
  }
  if (command.type === 'Remove') {
    const { wasPaid } = command
    if (wasPaid && !before?.terms.active) return []
    return [{ type: 'IssuerRemoved', data: { ...data, gone: !wasPaid } }]
  }
  if (command.slugTaken) throw new Rejection('SLUG_TAKEN', { field: 'slug' })
  return [{ type: 'IssuerSet', data: { ...data, terms: command.terms } }]
}
