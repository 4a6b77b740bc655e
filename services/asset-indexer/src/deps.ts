import { type Db, tellAfterCommit } from '@talad/shared/db'
import type { Platform } from '@talad/shared/platform'
import { type ChainRpc, openRpc } from './chain/rpc.ts'
import type { AssetIndexerConfig } from './config.ts'
import { type SourceDeps, systemResolve } from './fetch/sources.ts'
import { createPictureMaker, type PictureMaker } from './media/pictures.ts'
import { openScanDb } from './scan/store.ts'

export type Deps = Platform & {
  config: AssetIndexerConfig
  /** for the scan alone: a range's statements go out without waiting for each other's answers */
  scanDb: Db
  rpc: ChainRpc
  sources: SourceDeps
  pictures: PictureMaker
}

/** The scan's pool: whoever waits for what it writes is told, as with the pool of all others. */
function scanDbOf({ log, wake }: Platform, config: AssetIndexerConfig): Db {
  const db = openScanDb(config.DATABASE_URL, (error) => log.error({ err: error }, 'scan connection lost'))
  tellAfterCommit(db, (channels) => {
    for (const channel of channels) wake.notify(channel)
  })
  return db
}

export function makeDeps(platform: Platform, config: AssetIndexerConfig): Deps {
  return {
    ...platform,
    config,
    scanDb: scanDbOf(platform, config),
    rpc: openRpc(config.RPC_URL, config.CHAIN_ID),
    sources: {
      resolve: systemResolve,
      ipfsGateways: config.IPFS_GATEWAYS,
      arweaveGateway: config.ARWEAVE_GATEWAY,
    },
    pictures: createPictureMaker({ dir: config.MEDIA_DIR }),
  }
}
