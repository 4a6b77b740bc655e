import { runAsProcess } from '@talad/shared/runtime'
import { readConfig } from './config.ts'
import { startGateway } from './service.ts'

await runAsProcess(() => startGateway(readConfig()))
