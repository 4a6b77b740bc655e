import { getAsset } from '@talad/proto/http/asset-indexer/assets'
import { createClient, ResponseError } from '@talad/proto/http/client'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import type { OnChain } from './find.ts'

/** The marketplace's index, which has read what others minted. */
export type Indexer = {
  /** @param wallets of which it says what they hold @throws Rejection NOT_FOUND, ASSET_SUSPENDED as it says, UNAVAILABLE when it can't be asked */
  asset(at: OnChain, wallets?: readonly string[]): Promise<z.output<typeof getAsset.response>>
}

export function makeIndexer(at: { url: string; log: Pick<Platform['log'], 'warn'> }): Indexer {
  const call = createClient({ baseUrl: at.url, timeoutMs: 5_000 })
  return {
    asset: ({ blockchain: bc, contract_address: ad, token_id: ti }, wallets = []) =>
      call(getAsset, {
        query: { bc, ad, ti, is: '0', ...(wallets.length > 0 && { wl: wallets.join() }) },
      }).catch((err: unknown) => {
        const code = err instanceof ResponseError ? err.code : undefined
        if (code === 'not_found') throw new Rejection('NOT_FOUND')
        if (code === 'asset_suspended') throw new Rejection('ASSET_SUSPENDED') // MO-7
        at.log.warn({ err }, 'the asset indexer can not be asked')
        throw new Rejection('UNAVAILABLE')
      }),
  }
}
