import { runAsProcess } from '@talad/shared/runtime'
import { readConfig } from './config.ts'
import { startLedger } from './service.ts'

await runAsProcess(() => startLedger(readConfig()))
