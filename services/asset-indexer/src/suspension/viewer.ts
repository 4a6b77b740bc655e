import type { Actor } from '@talad/shared/http/auth'
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
