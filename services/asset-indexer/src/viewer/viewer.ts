import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { currentContext } from '@talad/shared/context'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'

/** GW-7: who may see a collection that is suspended: whoever has `flag.read`, and who holds something of it. */
export async function seesSuspended(
  { db, auth }: Pick<Deps, 'db' | 'auth'>,
  collectionId: string,
  actor: Actor | undefined,
): Promise<boolean> {
  if (!actor) return false
  const grant = actor.customerId === undefined ? undefined : await auth.grantOf(actor.customerId)
  if (grant?.superAdmin || grant?.permissions.has('flag.read')) return true
  const held = await db.query(
    `select 1 from account_replica r join holder h on h.address = any(r.wallets) and h.quantity > 0
     join asset a on a.id = h.asset_id where r.account_id = $1 and a.collection_id = $2 limit 1`,
    [actor.accountId, collectionId],
  )
  return held.rows.length > 0
}

type OfCollection = { id: string; continents: readonly string[] }

/**
 * GW-5: what a site doesn't show is not there on it, but for who holds something of it: that is theirs wherever they look.
 * @throws Rejection NOT_FOUND
 */
export async function requireShownHere(
  deps: Pick<Deps, 'db' | 'auth'>,
  { id, continents }: OfCollection,
  actor: Actor | undefined,
): Promise<void> {
  const { site } = currentContext()
  if (site === undefined || continents.includes(site)) return
  if (!(await seesSuspended(deps, id, actor))) throw new Rejection('NOT_FOUND')
}

/** The same of an asset. @throws Rejection NOT_FOUND */
export async function requireAssetHere(
  deps: Pick<Deps, 'db' | 'auth'>,
  { collection }: Pick<Asset, 'collection'>,
  actor: Actor | undefined,
): Promise<void> {
  if (currentContext().site === undefined) return
  const { rows } = await deps.db.query<OfCollection>('select id, continents from collection where id = $1', [
    collection.id,
  ])
  for (const row of rows) await requireShownHere(deps, row, actor)
}
