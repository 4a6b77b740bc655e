import { virtualHttp as http } from '@talad/proto/http/campaign/virtual'
import type { Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { openProject } from '../project/rows.ts'
import { effectiveOf } from './effective.ts'
import { withContracts, withOwnContracts } from './minting.ts'
import { countVirtual, findAbove, findVirtual, type Kind, listVirtual } from './rows.ts'
import { shownOpen, shownOpenItem, withCid, withCids } from './shown.ts'

const OPEN = { archived: false } as const

/** CA-9, CA-19. @throws Rejection VIRTUAL_NOT_FOUND, also for one of another project than the one that is named */
async function findNamed(
  db: Queryable,
  kind: Kind,
  asked: { id_or_slug: string; project?: string | undefined },
) {
  const within = asked.project === undefined ? undefined : await openProject(db, asked.project)
  const isElsewhere = asked.project !== undefined && !within
  const row = isElsewhere ? undefined : await findVirtual(db, kind, asked.id_or_slug, within?.id)
  if (!row) throw new Rejection('VIRTUAL_NOT_FOUND', { field: 'id_or_slug' })
  return { row, project: within ?? (await openProject(db, row.project_id)) }
}

/** What everybody may read of virtual collections and items. */
export function virtualRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.payloadKeys, async () => ({ keys: [...deps.signer.published] }))

  app.route(http.openVirtualCollection, async ({ query }) => {
    const { row, project } = await findNamed(db, 'vcollection', query)
    const effective = await effectiveOf(deps, project?.name, [row])
    return { collection: shownOpen(await withOwnContracts(db, row)), effective }
  })

  app.route(http.openVirtualItem, async ({ query }) => {
    const { row, project } = await findNamed(db, 'vitem', query)
    const above = await findAbove(db, row.collection_id)
    const item = shownOpenItem(await withCid(db, row, above?.payload), above)
    return { item, effective: await effectiveOf(deps, project?.name, [above, row]) }
  })

  app.route(http.openVirtualCollections, async ({ query }) => {
    const asked = { ...OPEN, of: 'project_id', id: query.project_id } as const
    const list = await listVirtual(db, 'vcollection', { ...asked, ...query })
    const total = query.count ? await countVirtual(db, 'vcollection', asked) : null
    return page((await withContracts(db, list)).map(shownOpen), query, total)
  })

  app.route(http.openVirtualItems, async ({ query }) => {
    const asked = { ...OPEN, of: 'collection_id', id: query.collection_id } as const
    const list = await listVirtual(db, 'vitem', { ...asked, ...query })
    const above = await findAbove(db, query.collection_id)
    const total = query.count ? await countVirtual(db, 'vitem', asked) : null
    const items = await withCids(db, list, above?.payload)
    return page(
      items.map((row) => shownOpenItem(row, above)),
      query,
      total,
    )
  })
}
