import { isSuspended } from '@talad/market/suspensions'
import { setProfilePicture } from '@talad/proto/http/identity/profile-picture'
import type { Queryable } from '@talad/shared/db'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { mediaUrl } from '../media/routes.ts'

type Owned = {
  blockchain: string
  contract: string
  token: string
  r360: string | null
  holder: string | null
}

/** An asset, and the wallet of a person that holds most of it. */
async function findOwned(db: Queryable, accountId: string, assetId: string): Promise<Owned | undefined> {
  const { rows } = await db.query<Owned>(
    `select c.blockchain, a.contract, a.token_id::text as token, a.r360,
       (select h.address from account_replica o join holder h on h.address = any(o.wallets)
        where o.account_id = $2 and h.asset_id = a.id and h.quantity > 0
        order by h.quantity desc, h.address limit 1) as holder
     from asset a join collection c on c.id = a.collection_id where a.id = $1`,
    [assetId, accountId],
  )
  return rows[0]
}

/** ID-39: the market says who holds what; what stands for whom is identity's. */
export function pictureRoutes(app: App, { db, people }: Deps): void {
  app.route(setProfilePicture, async ({ actor, body }) => {
    const { accountId } = signedIn(actor)
    const found = await findOwned(db, accountId, body.asset_id)
    if (!found) throw new Rejection('NOT_FOUND')
    const { blockchain, contract, token, holder } = found
    if (holder === null) throw new Rejection('NOT_YOUR_ASSET')
    if (await isSuspended(db, { blockchain, contractAddress: contract, tokenId: token }))
      throw new Rejection('ASSET_SUSPENDED') // MO-7
    const url = mediaUrl(found.r360)
    if (url === null) throw new Rejection('PICTURE_NOT_READY')
    const asset = { id: body.asset_id, blockchain, contract, token }
    return people.savePicture({ account_id: accountId, url, holder, asset })
  })
}
