import { getBalances } from '@talad/proto/http/asset-indexer/assets'
import { createClient, ResponseError } from '@talad/proto/http/client'

/** Who holds what, as the asset indexer knows at this moment. */
export type Owners = {
  /** @param wallet lower case. @throws FetchError or ResponseError while it can't be asked */
  holds(wallet: string, assetId: string): Promise<boolean>
}

export function makeOwners({ url, timeoutMs }: { url: string; timeoutMs: number }): Owners {
  const call = createClient({ baseUrl: url, timeoutMs })
  return {
    async holds(wallet, assetId) {
      try {
        const { list } = await call(getBalances, { params: { asset_id: assetId }, query: { wl: wallet } })
        return list.some(({ holder }) => holder.quantity !== '0')
      } catch (error) {
        // a reorganisation has taken back what there was of it
        if (error instanceof ResponseError && error.status === 404) return false
        throw error
      }
    },
  }
}
