import { each } from '@talad/shared/each'
import { stream } from '@talad/shared/stream'
import { decide, decideBinding } from './decide.ts'
import {
  type Binding,
  type BindingEvent,
  bindingEvent,
  type Privilege,
  type PrivilegeEvent,
  privilegeEvent,
} from './events.ts'
import { saveBinding, savePrivilege } from './rows.ts'

function evolve(state: Privilege | undefined, { type, data }: PrivilegeEvent): Privilege {
  const { by: updatedBy, at: updated, terms } = data
  if (type === 'PrivilegeCreated')
    return { projectId: data.projectId, terms, created: updated, updated, updatedBy }
  if (!state) throw new Error('a privilege that nobody made has changed')
  return { ...state, terms, updated, updatedBy }
}

/** Benefits. */
export const privileges = stream({
  name: 'privilege',
  event: privilegeEvent,
  initial: undefined as Privilege | undefined,
  evolve,
  decide,
  save: each(savePrivilege),
  constraints: { privilege_slug_once: { code: 'SLUG_TAKEN', field: 'privilege.slug' } }, // CA-9
})

function evolveBinding(state: Binding | undefined, { type, data }: BindingEvent): Binding {
  const { by: updatedBy, at: updated } = data
  if (type === 'PrivilegeBound') {
    const { projectId, privilegeId, terms } = data
    return { projectId, privilegeId, terms, created: updated, updated, updatedBy, deleted: false }
  }
  if (!state) throw new Error('a binding that nobody made has changed')
  if (type === 'PrivilegeUnbound') return { ...state, updated, updatedBy, deleted: true }
  return { ...state, terms: data.terms, updated, updatedBy }
}

/** What carries them. */
export const bindings = stream({
  name: 'privilege-binding',
  event: bindingEvent,
  initial: undefined as Binding | undefined,
  evolve: evolveBinding,
  decide: decideBinding,
  save: each(saveBinding),
})
