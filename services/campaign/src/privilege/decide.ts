import { Rejection } from '@talad/shared/rejection'
import type {
  Binding,
  BindingEvent,
  BindingTerms,
  Privilege,
  PrivilegeEvent,
  PrivilegeTerms,
} from './events.ts'

type By = { by: string; now: Date }
/** CA-15: what isn't given stays; `updated`: of what was read */
type Change<Terms> = By & { type: 'Change'; given: Partial<Terms>; updated: Date | undefined }

export type PrivilegeCommand =
  | (By & { type: 'Create'; projectId: string; terms: PrivilegeTerms })
  | Change<PrivilegeTerms>
export type BindingCommand =
  | (By & { type: 'Bind'; projectId: string; privilegeId: string; terms: BindingTerms; bindings: number })
  | Change<BindingTerms>
  | (By & { type: 'Unbind' })

/** So many bindings may a privilege have: all of them may carry it to one item. */
const MOST_BINDINGS = 1_000

/** CA-15. @returns when the change was made: never the moment of the one before @throws Rejection VERSION_CONFLICT */
function changedAt(
  { updated, now }: { updated: Date | undefined; now: Date },
  state: { updated: Date; updatedBy: string },
): Date {
  if (updated !== undefined && updated.getTime() !== state.updated.getTime())
    throw new Rejection('VERSION_CONFLICT', {
      field: 'updated',
      details: { changed_by: state.updatedBy, changed_at: state.updated.toISOString() },
    })
  return new Date(Math.max(now.getTime(), state.updated.getTime() + 1))
}

/** CA-78. @throws Rejection PRIVILEGE_NOT_FOUND, VERSION_CONFLICT */
export function decide(command: PrivilegeCommand, state: Privilege | undefined): readonly PrivilegeEvent[] {
  const { by, now: at } = command
  if (command.type === 'Create') {
    const { projectId, terms } = command
    return state ? [] : [{ type: 'PrivilegeCreated', data: { by, at, projectId, terms } }]
  }
  if (!state) throw new Rejection('PRIVILEGE_NOT_FOUND', { field: 'privilegeId' })
  const terms = { ...state.terms, ...command.given }
  return [{ type: 'PrivilegeChanged', data: { by, at: changedAt(command, state), terms } }]
}

/** CA-78. @throws Rejection BINDING_NOT_FOUND, VERSION_CONFLICT, TOO_MANY_BINDINGS */
export function decideBinding(command: BindingCommand, state: Binding | undefined): readonly BindingEvent[] {
  const { by, now: at } = command
  if (command.type === 'Bind') {
    if (state) return []
    const { projectId, privilegeId, terms, bindings } = command
    if (bindings >= MOST_BINDINGS)
      throw new Rejection('TOO_MANY_BINDINGS', { details: { most: MOST_BINDINGS } })
    return [{ type: 'PrivilegeBound', data: { by, at, projectId, privilegeId, terms } }]
  }
  if (!state || state.deleted) throw new Rejection('BINDING_NOT_FOUND', { field: 'privilegeBindingId' })
  if (command.type === 'Unbind') return [{ type: 'PrivilegeUnbound', data: { by, at } }]
  const terms = { ...state.terms, ...command.given }
  return [{ type: 'PrivilegeBindingChanged', data: { by, at: changedAt(command, state), terms } }]
}
