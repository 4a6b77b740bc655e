import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { until } from '@talad/shared/testing/wait'
import type { World } from './world.ts'

/** Something of the buyer's, once there is a picture of it. */
export const pictured = (world: World) =>
  world.once('pictured', async () => {
    const { call, address } = await world.buyer()
    return until('there is a picture of what the buyer has', async () => {
      const { list } = await call(listAssets, { query: { wl: address, co: 'mine', ps: 100 } })
      const asset = list.find(({ image }) => image.r360 !== null)
      return asset && { asset, url: asset.image.r360 ?? '' }
    })
  })
