import { exchangeTicker, type RateSource } from '@talad/market/rates/source'
import type { Db } from '@talad/shared/db'
import { systemResolve } from '@talad/shared/guarded-fetch'
import { createPictureMaker, PICTURES_AT_ONCE, type PictureMaker } from '@talad/shared/media/pictures'
import type { SourceDeps } from '@talad/shared/media/sources'
import type { Platform } from '@talad/shared/platform'
import { type ChainRpc, openRpc } from './chain/rpc.ts'
import type { AssetIndexerConfig } from './config.ts'
import { makePeople, type People } from './picture/people.ts'
import { openScanDb } from './scan/store.ts'

export type Deps = Platform & {
  config: AssetIndexerConfig
  /** for the scan alone: a range's statements go out without waiting for each other's answers */
  scanDb: Db
  rpc: ChainRpc
  sources: SourceDeps
  pictures: PictureMaker
  /** for pictures of admins, which don't wait for those of strangers */
  uploads: PictureMaker
  people: People
  rateSource?: RateSource
}

export function makeDeps(platform: Platform, config: AssetIndexerConfig, outside: Partial<Deps> = {}): Deps {
  return {
    ...platform,
    config,
    scanDb: openScanDb(config.DATABASE_URL, {
      onError: (error) => platform.log.error({ err: error }, 'scan connection lost'),
      notify: platform.notifier.notify,
    }),
    rpc: openRpc(config.RPC_URL, config.CHAIN_ID),
    // AI-23: asked in this order
    sources: {
      resolve: systemResolve,
      ipfsGateways: config.IPFS_GATEWAYS,
      arweaveGateway: config.ARWEAVE_GATEWAY,
      ownOrigins: config.OWN_ORIGINS,
    },
    pictures: createPictureMaker({ dir: config.MEDIA_DIR, workers: PICTURES_AT_ONCE }),
    uploads: createPictureMaker({ dir: config.MEDIA_DIR }),
    people: makePeople({
      url: new URL(config.JWKS_URL).origin,
      internalToken: config.INTERNAL_TOKENS[0] ?? '',
      timeoutMs: 5_000,
      log: platform.log,
    }),
    ...(config.RATES_URL !== undefined && { rateSource: exchangeTicker(config.RATES_URL) }),
    ...outside,
  }
}
