import { Rejection } from '@talad/shared/rejection'
import { checkVersion, type Decision, decidedBy } from '../decision.ts'
import type { Declared, DeclaredEvent, DeclaredTerms } from './events.ts'

type Decided = Decision & { version: number }

export type SetDeclarations = Decided & { type: 'Set'; terms: DeclaredTerms }
export type RemoveDeclarations = Decided & { type: 'Remove' }
export type DeclarationCommand = SetDeclarations | RemoveDeclarations

/** MO-37. @throws Rejection DECLARATION_NOT_FOUND, VERSION_CONFLICT */
export function decide(command: DeclarationCommand, before: Declared | undefined): readonly DeclaredEvent[] {
  if (before?.decisionId === command.decisionId) return []
  const data = decidedBy(command)
  if (command.type === 'Remove') {
    if (!before || before.removed) throw new Rejection('DECLARATION_NOT_FOUND', { field: 'declaration_id' })
    checkVersion(command.version, before)
    return [{ type: 'DeclarationsRemoved', data }]
  }
  const isNew = before === undefined || before.removed
  if (!isNew || command.version !== 0) checkVersion(command.version, before)
  const { terms } = command
  if (!isNew && JSON.stringify(before.terms) === JSON.stringify(terms)) return []
  return [{ type: 'DeclarationsSet', data: { ...data, terms } }] // MO-37: the same range is written over
}
