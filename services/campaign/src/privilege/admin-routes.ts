import { privilegeAdminHttp as http } from '@talad/proto/http/campaign/privileges-admin'
import type { Queryable } from '@talad/shared/db'
import { decide } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import { page, pageOf } from '@talad/shared/http/page'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { requireOpen } from '../project/rows.ts'
import { findVirtual } from '../virtual/rows.ts'
import type { BindingTerms, PrivilegeTerms } from './events.ts'
import {
  countBindings,
  findBinding,
  findPrivilege,
  listBindings,
  listPrivileges,
  shownBinding,
  shownPrivilege,
} from './rows.ts'
import { bindings, privileges } from './stream.ts'

/** What was given of some terms, without what wasn't. */
const given = <T extends object>(all: { [Name in keyof T]?: T[Name] | undefined }) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<T>

const momentOf = (updated: string | undefined) => (updated === undefined ? undefined : new Date(updated))

type SentTarget = {
  collection_id?: string | undefined
  item_id?: string | undefined
  token_ranges?: [string, string][] | undefined
}
const targetOf = (target: SentTarget | undefined) =>
  target && {
    collectionId: target.collection_id ?? null,
    itemId: target.item_id ?? null,
    tokenRanges: target.token_ranges ?? [],
  }

async function requirePrivilege(db: Queryable, id: string) {
  const row = await findPrivilege(db, id)
  if (!row) throw new Rejection('PRIVILEGE_NOT_FOUND', { field: 'privilegeId' })
  return row
}

async function requireBinding(db: Queryable, id: string) {
  const row = await findBinding(db, id)
  if (!row) throw new Rejection('BINDING_NOT_FOUND', { field: 'privilegeBindingId' })
  return row
}

/** What carries a privilege is of its own project. @throws Rejection VIRTUAL_NOT_FOUND */
async function requireTarget(
  db: Queryable,
  projectId: string,
  { collectionId, itemId }: Partial<Pick<BindingTerms, 'collectionId' | 'itemId'>>,
): Promise<void> {
  const [kind, id] = itemId ? (['vitem', itemId] as const) : (['vcollection', collectionId] as const)
  if (id && !(await findVirtual(db, kind, id, projectId)))
    throw new Rejection('VIRTUAL_NOT_FOUND', { field: 'binding.target' })
}

function bindingRoutes(app: App, deps: Deps): void {
  const { db } = deps
  const answer = async (id: string, tx: Queryable) => ({
    binding: shownBinding(await requireBinding(tx, id)),
  })

  app.route(http.listPrivilegeBindings, async ({ query }) => {
    const { privilegeId, count } = query
    const { list, total } = await listBindings(db, privilegeId, { ...pageOf(query), count })
    return { bindings: page(list.map(shownBinding), query, total) }
  })

  app.route(http.getPrivilegeBinding, ({ query }) => answer(query.privilegeBindingId, db))

  app.route(http.createPrivilegeBinding, async (call) => {
    const { privilegeId, binding } = call.body
    const { quantity = '1', meta_timer: metaTimer = {}, priority = 0, enabled = true } = binding
    const target = { collectionId: null, itemId: null, tokenRanges: [], ...targetOf(binding.target) }
    const terms = { ...target, quantity: Number(quantity), metaTimer, priority, enabled }
    const { id } = call.attempt
    return decide(deps, bindings, id, {
      call,
      action: 'privilege-binding.create',
      lock: (tx) => lockKey(tx, `privilege.bindings.${privilegeId}`),
      command: async ({ tx, now }) => {
        const { project_id: projectId } = await requirePrivilege(tx, privilegeId)
        await requireOpen(tx, projectId)
        await requireTarget(tx, projectId, terms)
        const { accountId: by } = signedIn(call.actor)
        return {
          type: 'Bind',
          projectId,
          privilegeId,
          terms,
          bindings: await countBindings(tx, privilegeId),
          by,
          now,
        }
      },
      answer: (_, { tx }) => answer(id, tx),
    })
  })

  app.route(http.changePrivilegeBinding, async (call) => {
    const { privilegeBindingId: id, binding } = call.body
    const { target, meta_timer: metaTimer, updated, priority, enabled } = binding
    const quantity = binding.quantity === undefined ? undefined : Number(binding.quantity)
    const changes = given<BindingTerms>({ ...targetOf(target), quantity, metaTimer, priority, enabled })
    return decide(deps, bindings, id, {
      call,
      action: 'privilege-binding.change',
      command: async ({ tx, now }) => {
        const { project_id: projectId } = await requireBinding(tx, id)
        await requireOpen(tx, projectId)
        await requireTarget(tx, projectId, changes)
        const { accountId: by } = signedIn(call.actor)
        return { type: 'Change', given: changes, updated: momentOf(updated), by, now }
      },
      answer: (_, { tx }) => answer(id, tx),
    })
  })

  app.route(http.deletePrivilegeBinding, async (call) => {
    const { privilegeBindingId: id } = call.query
    return decide(deps, bindings, id, {
      call,
      action: 'privilege-binding.delete',
      command: async ({ tx, now }) => {
        await requireOpen(tx, (await requireBinding(tx, id)).project_id)
        return { type: 'Unbind', by: signedIn(call.actor).accountId, now }
      },
      answer: () => ({ privilegeBindingId: id }),
    })
  })
}

/** CA-78; refusals by the rows of rejections.ts. */
export function privilegeAdminRoutes(app: App, deps: Deps): void {
  const { db } = deps
  const answer = async (id: string, tx: Queryable) => ({
    privilege: shownPrivilege(await requirePrivilege(tx, id)),
  })

  app.route(http.listPrivileges, async ({ query }) => {
    const { projectId, count } = query
    const { list, total } = await listPrivileges(db, { projectId, all: true }, { ...pageOf(query), count })
    return { privileges: page(list.map(shownPrivilege), query, total) }
  })

  app.route(http.getPrivilege, ({ query }) => answer(query.privilegeId, db))

  app.route(http.createPrivilege, async (call) => {
    const { project_id: projectId, meta_timer: metaTimer = {}, ...sent } = call.body.privilege
    const { slug, name, description = '', assets = {}, payload = null, enabled = true } = sent
    const terms = { slug, name, description, assets, payload, metaTimer, enabled }
    const { id } = call.attempt
    return decide(deps, privileges, id, {
      call,
      action: 'privilege.create',
      command: async ({ tx, now }) => {
        await requireOpen(tx, projectId)
        return { type: 'Create', projectId, terms, by: signedIn(call.actor).accountId, now }
      },
      answer: (_, { tx }) => answer(id, tx),
    })
  })

  app.route(http.changePrivilege, async (call) => {
    const { privilegeId: id, privilege } = call.body
    const { updated, meta_timer: metaTimer, ...sent } = privilege
    const changes = given<PrivilegeTerms>({ ...sent, metaTimer })
    return decide(deps, privileges, id, {
      call,
      action: 'privilege.change',
      command: async ({ tx, now }) => {
        await requireOpen(tx, (await requirePrivilege(tx, id)).project_id)
        const { accountId: by } = signedIn(call.actor)
        return { type: 'Change', given: changes, updated: momentOf(updated), by, now }
      },
      answer: (_, { tx }) => answer(id, tx),
    })
  })

  bindingRoutes(app, deps)
}
