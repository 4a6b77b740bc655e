import { loadConfig } from '@talad/shared/config'
import { runAsProcess } from '@talad/shared/runtime'
import { ledgerConfig } from './config.ts'
import { startLedger } from './service.ts'

await runAsProcess(() => startLedger(loadConfig('ledger', ledgerConfig, process.env)))
