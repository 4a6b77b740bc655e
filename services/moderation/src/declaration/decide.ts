import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '@talad/shared/version'
import { type Decision, decidedBy } from '../decision.ts'
import type { Declared, DeclaredEvent, DeclaredTerms } from './events.ts'

type Decided = Decision & { version?: number | undefined }

export type SetDeclarations = Decided & { type: 'Set'; terms: DeclaredTerms }
export type RemoveDeclarations = Decided & { type: 'Remove' }
export type DeclarationCommand = SetDeclarations | RemoveDeclarations

/** MO-37. @throws Rejection DECLARATION_NOT_FOUND, VERSION_CONFLICT */
export function decide(command: DeclarationCommand, before: Declared | undefined): readonly DeclaredEvent[] {
  const data = decidedBy(command)
  if (command.type === 'Remove') {
    if (!before || before.removed) throw new Rejection('DECLARATION_NOT_FOUND', { field: 'declaration_id' })
    requireVersion(before, command.version)
    return [{ type: 'DeclarationsRemoved', data }]
  }
  const isNew = before === undefined || before.removed
  if (!isNew || command.version !== 0) requireVersion(before ?? { version: 0 }, command.version)
  const { terms } = command
  if (!isNew && JSON.stringify(before.terms) === JSON.stringify(terms)) return []
  return [{ type: 'DeclarationsSet', data: { ...data, terms } }] // MO-37: the same range is written over
}
