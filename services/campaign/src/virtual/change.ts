import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import type { Queryable, Tx } from '@talad/shared/db'
import { type DecisionCall, decide } from '@talad/shared/decision'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { requireOpen } from '../project/rows.ts'
import type { GivenTerms } from './decide.ts'
import { findAbove, findVirtual, type Kind, nextInCollection, usesOf, type VirtualRow } from './rows.ts'
import { collections, items } from './stream.ts'

export type Call = DecisionCall & { actor: Actor }
/** A row that was written or read, with what it inherits (CA-59). */
export type Found = { row: VirtualRow; inherited: Payload | undefined }

/** What is answered of one that was written, with what is read for it in the same transaction. */
export type Answer<T> = (found: Found, db: Queryable) => T | Promise<T>

export const streams = { vcollection: collections, vitem: items }

/** @throws Rejection VIRTUAL_NOT_FOUND */
export async function requireVirtual(
  db: Queryable,
  kind: Kind,
  id: string,
  projectId?: string,
): Promise<Found> {
  const row = await findVirtual(db, kind, id, projectId)
  if (!row) throw new Rejection('VIRTUAL_NOT_FOUND', { field: '_id' })
  const above = await findAbove(db, row.collection_id)
  return { row, inherited: above?.payload ?? undefined }
}

/** CA-54: where a new item goes. @throws Rejection COLLECTION_ARCHIVED */
async function placeIn(tx: Tx, collectionId: string) {
  const above = await nextInCollection(tx, collectionId)
  if (!above) throw new Rejection('COLLECTION_ARCHIVED', { field: 'collection_id' }) // CA-17
  const place = { collectionId, number: above.last_item }
  return { projectId: above.project_id, place, inherited: above.payload ?? undefined }
}

/**
 * Makes a collection of a project, or an item of a collection.
 * @param within where it belongs
 * @throws Rejection PAYLOAD_INVALID, SLUG_TAKEN, COLLECTION_ARCHIVED
 */
export function createVirtual<T extends object>(
  deps: Deps,
  call: Call,
  within: { projectId: string } | { collectionId: string },
  terms: GivenTerms,
  answer: Answer<T>,
): Promise<T> {
  const kind = 'projectId' in within ? 'vcollection' : 'vitem'
  const { id } = call.attempt
  return decide(deps, streams[kind], id, {
    call,
    action: `${kind}.create`,
    command: async ({ tx, now }) => {
      const where =
        'projectId' in within ? { ...within, place: null } : await placeIn(tx, within.collectionId)
      await requireOpen(tx, where.projectId)
      return { type: 'Create', by: call.actor.accountId, now, terms, ...where }
    },
    answer: async (_left, { tx }) => answer(await requireVirtual(tx, kind, id), tx),
  })
}

/** What is said of one of which nothing is said. */
const NOTHING = {
  description: '',
  tags: [],
  assets: {},
  attributes: {},
  texts: {},
  theme: {},
  metadata: {},
  payload: null,
  mintLimit: null,
  archived: false,
}

type Changed = { id: string; partial: boolean; updated: string | undefined; given: Partial<GivenTerms> }

/** CA-15: all of it where not all else stays. @throws Rejection REQUIRED_PARAMETER */
export function wholeOf({ slug, name, ...given }: Partial<GivenTerms>): GivenTerms {
  if (slug === undefined || name === undefined)
    throw new Rejection('REQUIRED_PARAMETER', { field: slug === undefined ? 'slug' : 'name' })
  return { slug, name, ...NOTHING, ...given }
}

/**
 * Changes a collection or an item.
 * @throws Rejection VIRTUAL_NOT_FOUND, VERSION_CONFLICT, PAYLOAD_INVALID, PAYLOAD_REQUIRED, SLUG_TAKEN,
 * LIMIT_BELOW_PROMISED, REQUIRED_PARAMETER
 */
export function changeVirtual<T extends object>(
  deps: Deps,
  call: Call,
  kind: Kind,
  { id, partial, updated, given }: Changed,
  answer: Answer<T>,
): Promise<T> {
  const terms = partial ? ({ partial, given } as const) : ({ partial, given: wholeOf(given) } as const)
  return decide(deps, streams[kind], id, {
    call,
    action: `${kind}.change`,
    command: async ({ tx, now }) => {
      const { row, inherited } = await requireVirtual(tx, kind, id)
      await requireOpen(tx, row.project_id)
      const read = updated === undefined ? undefined : new Date(updated)
      return { type: 'Change', by: call.actor.accountId, now, terms, inherited, updated: read }
    },
    answer: async (_left, { tx }) => answer(await requireVirtual(tx, kind, id), tx),
  })
}

/** CA-17. @throws Rejection VIRTUAL_NOT_FOUND, VIRTUAL_IN_USE, COLLECTION_NOT_EMPTY */
export function deleteVirtual(deps: Deps, call: Call, kind: Kind, id: string): Promise<{ _id: string }> {
  return decide(deps, streams[kind], id, {
    call,
    action: `${kind}.delete`,
    command: async ({ tx, now }) => {
      await requireOpen(tx, (await requireVirtual(tx, kind, id)).row.project_id)
      return { type: 'Delete', by: call.actor.accountId, now, ...(await usesOf(tx, kind, id)) }
    },
    answer: async () => ({ _id: id }),
  })
}
