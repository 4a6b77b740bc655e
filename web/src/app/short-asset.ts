import { queryClient } from '@talad/ui/client/query'
import { redirect } from '@tanstack/react-router'
import { siteQuery } from '../market/reads/site.ts'

/** WB-1: one address per asset: an address without a chain leads to that of ours. */
export async function leadToAsset(params: { contract: string; token: string }): Promise<never> {
  const { chain } = await queryClient.ensureQueryData(siteQuery)
  throw redirect({
    to: '/assets/$blockchain/$contract/$token',
    params: { blockchain: chain.slug, ...params },
    replace: true,
  })
}
