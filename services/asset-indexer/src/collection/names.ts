import { contractNames } from '@talad/proto/http/asset-indexer/contract-names'
import { grantsIn } from '@talad/shared/admin-grants'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'

type Named = { contract_address: string; collection_id: string; name: string; slug: string }

/** What is suspended has a name for admins only. */
export function contractNameRoutes(app: App, { db }: Deps): void {
  const grants = grantsIn(db)
  app.route(contractNames, async ({ actor, query: { contracts } }) => {
    const { customerId } = signedIn(actor)
    const grant = customerId === undefined ? undefined : await grants.of(customerId)
    if (!grant || (!grant.superAdmin && grant.permissions.size === 0)) return { list: [] }
    const { rows } = await db.query<Named>(
      `select address as contract_address, id as collection_id, name, slug from collection
       where address = any($1) order by address`,
      [contracts],
    )
    return { list: rows }
  })
}
