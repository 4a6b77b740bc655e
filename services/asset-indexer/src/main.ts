import { runAsProcess } from '@talad/shared/runtime'
import { readConfig } from './config.ts'
import { startAssetIndexer } from './service.ts'

await runAsProcess(() => startAssetIndexer(readConfig()))
