import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { Rejection } from '@talad/shared/rejection'
import { requireRoomForCodes } from '../payload/code-space.ts'
import { checkPayload } from '../payload/validate.ts'
import { requireRoomFor, withSlug } from '../slugs.ts'
import type { Terms, Virtual, VirtualEvent } from './events.ts'

/** Terms as they were sent: the payload is whatever it is. */
export type GivenTerms = Omit<Terms, 'payload'> & { payload: unknown }

type By = { by: string; now: Date }
/** `inherited`: the payload of an item's collection (CA-59) */
export type Create = By & {
  type: 'Create'
  projectId: string
  place: Virtual['place']
  terms: GivenTerms
  inherited?: Payload | undefined
}
/** CA-15: `partial`: what isn't given stays; `updated`: of what was read */
export type Change = By & {
  type: 'Change'
  terms: { partial: true; given: Partial<GivenTerms> } | { partial: false; given: GivenTerms }
  updated?: Date | undefined
  inherited?: Payload | undefined
}
/** `inUse`: there are holdings or mints of it (CA-17), `items`: items of a collection */
export type Delete = By & { type: 'Delete'; inUse: boolean; items: boolean }
export type VirtualCommand = Create | Change | Delete

/** @throws Rejection PAYLOAD_INVALID with all that is wrong with it, CODE_SPACE_TOO_SMALL */
function accepted({ payload: given, ...terms }: GivenTerms, inherited: Payload | undefined): Terms {
  if (given === null) return { ...terms, payload: null }
  const checked = checkPayload(given, inherited)
  if (!('errors' in checked)) {
    requireRoomForCodes(checked.payload, terms.mintLimit) // CA-67
    return { ...terms, payload: checked.payload }
  }
  const { errors } = checked
  const path = errors[0]?.path ?? ''
  throw new Rejection('PAYLOAD_INVALID', {
    field: path === '' ? 'payload' : `payload.${path}`,
    details: { errors, message: errors[0]?.message },
  })
}

function existing(state: Virtual | undefined): Virtual {
  if (!state || state.deleted) throw new Rejection('VIRTUAL_NOT_FOUND', { field: '_id' })
  return state
}

function change(command: Change, state: Virtual): readonly VirtualEvent[] {
  const { by, now, updated, inherited, terms: asked } = command
  if (updated !== undefined && updated.getTime() !== state.updated.getTime())
    throw new Rejection('VERSION_CONFLICT', {
      field: 'updated',
      details: { changed_by: state.updatedBy, changed_at: state.updated.toISOString() },
    }) // CA-15
  const whole = asked.partial ? { ...state.terms, ...asked.given } : asked.given
  const terms = accepted(whole, inherited)
  requireRoomFor(state.slugs, terms.slug, 'slug') // CA-9
  if (!state.place && state.terms.payload && !terms.payload)
    throw new Rejection('PAYLOAD_REQUIRED', { field: 'payload' }) // CA-65: its items may be complete by it alone
  // what says that nothing changed meanwhile must differ from change to change
  const at = new Date(Math.max(now.getTime(), state.updated.getTime() + 1))
  return [{ type: 'VirtualChanged', data: { by, at, terms } }]
}

/** @throws Rejection VIRTUAL_NOT_FOUND, VERSION_CONFLICT, PAYLOAD_INVALID, PAYLOAD_REQUIRED, TOO_MANY_SLUGS, VIRTUAL_IN_USE, COLLECTION_NOT_EMPTY */
export function decide(command: VirtualCommand, state: Virtual | undefined): readonly VirtualEvent[] {
  const { by, now: at } = command
  if (command.type === 'Create') {
    if (state) return []
    const { projectId, place, inherited } = command
    const terms = accepted(command.terms, inherited)
    return [{ type: 'VirtualCreated', data: { by, at, projectId, place, terms } }]
  }
  if (command.type === 'Change') return change(command, existing(state))
  existing(state)
  if (command.inUse) throw new Rejection('VIRTUAL_IN_USE', { field: '_id' }) // CA-17
  if (command.items) throw new Rejection('COLLECTION_NOT_EMPTY', { field: '_id' }) // CA-17
  return [{ type: 'VirtualDeleted', data: { by, at } }]
}

export function evolve(state: Virtual | undefined, { type, data }: VirtualEvent): Virtual {
  const { by: updatedBy, at: updated } = data
  if (type === 'VirtualCreated') {
    const { projectId, place, terms, at: created } = data
    return { projectId, place, terms, slugs: [terms.slug], created, updated, updatedBy, deleted: false }
  }
  if (!state) throw new Error('what was never created has changed')
  if (type === 'VirtualDeleted') return { ...state, updated, updatedBy, deleted: true }
  const slugs = withSlug(state.slugs, data.terms.slug)
  return { ...state, terms: data.terms, slugs, updated, updatedBy }
}
