import { privilegeHttp as http } from '@talad/proto/http/campaign/privileges'
import type { App } from '@talad/shared/http/app'
import { page, pageOf } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { findVirtual } from '../virtual/rows.ts'
import { gatherOf, spreadOf } from './carried.ts'
import { rangesOf } from './ranges.ts'
import { findPrivilege, listPrivileges, shownBinding, shownPrivilege } from './rows.ts'

/** CA-78, CA-79: benefits, as everybody may know them. */
export function privilegeRoutes(app: App, deps: Deps): void {
  const { db } = deps

  async function requireEnabled(id: string) {
    const row = await findPrivilege(db, id)
    if (!row?.enabled) throw new Rejection('PRIVILEGE_NOT_FOUND', { field: 'privilegeId' })
    return row
  }

  app.route(http.openPrivileges, async ({ query }) => {
    const { projectId, count } = query
    const { list, total } = await listPrivileges(db, { projectId, all: false }, { ...pageOf(query), count })
    return page(list.map(shownPrivilege), query, total)
  })

  app.route(http.openPrivilege, async ({ query }) => ({
    privilege: shownPrivilege(await requireEnabled(query.privilegeId)),
  }))

  app.route(http.spreadPrivilege, async ({ query }) => {
    const { privilegeId, bindingId, count } = query
    await requireEnabled(privilegeId)
    const about = { privilegeId, bindingId, now: deps.now() }
    const { list, total } = await spreadOf(db, about, { ...pageOf(query), count })
    return page(
      list.map((row) => ({
        ...row,
        quantity: String(row.quantity),
        token_ranges: rangesOf(row.token_ranges),
      })),
      query,
      total,
    )
  })

  app.route(http.gatherPrivileges, async ({ query: { nftItemId: itemId, tokenId: token, privilegeId } }) => {
    const item = await findVirtual(db, 'vitem', itemId)
    if (!item) throw new Rejection('VIRTUAL_NOT_FOUND', { field: 'nftItemId' })
    const { collection_id: collectionId = '' } = item
    const gathered = await gatherOf(db, { itemId, collectionId, token, privilegeId, now: deps.now() })
    return {
      privileges: gathered.map(({ privilege, binding }) => ({
        privilege: shownPrivilege(privilege),
        binding: shownBinding(binding),
      })),
    }
  })
}
