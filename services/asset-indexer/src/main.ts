import { loadConfig } from '@talad/shared/config'
import { runAsProcess } from '@talad/shared/runtime'
import { assetIndexerConfig } from './config.ts'
import { startAssetIndexer } from './service.ts'

await runAsProcess(() => startAssetIndexer(loadConfig('asset-indexer', assetIndexerConfig, process.env)))
