import { walletAdminHttp as adminHttp, walletHttp as http } from '@talad/proto/http/campaign/wallet'
import { type App, signedIn } from '@talad/shared/http/app'
import { page, pageOf } from '@talad/shared/http/page'
import type { Deps } from '../deps.ts'
import { listHoldings, shownHolding, usableOf, type Which } from './rows.ts'

type OwnQuery = {
  projectId?: string | undefined
  campaignId?: string | undefined
  nftCollectionId?: string | undefined
  nftItemId?: string | undefined
  tokenId?: string | undefined
}
const ownOf = (
  holderId: string,
  { nftCollectionId, nftItemId, tokenId, projectId, campaignId }: OwnQuery,
): Which => ({
  holderId,
  projectId,
  campaignId,
  collectionId: nftCollectionId,
  itemId: nftItemId,
  itemTokenId: tokenId,
})

/** CA-28, CA-55, CA-80: what somebody has, as they and their projects see it. */
export function holdingRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.myAssets, async ({ query, actor }) => {
    const which = ownOf(signedIn(actor).accountId, query)
    const { list, total } = await listHoldings(db, which, { ...pageOf(query), count: query.count })
    return page(list.map(shownHolding), query, total)
  })

  app.route(http.myAssetsExist, async ({ query, actor }) => {
    const balance = await usableOf(db, ownOf(signedIn(actor).accountId, query))
    return { exist: balance > 0, balance }
  })

  app.route(adminHttp.listHoldings, async ({ query }) => {
    const { list, total } = await listHoldings(db, query, { ...pageOf(query), count: query.count })
    return { assets: page(list.map(shownHolding), query, total) }
  })
}
