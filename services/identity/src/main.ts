import { runAsProcess } from '@talad/shared/runtime'
import { readConfig } from './config.ts'
import { startIdentity } from './service.ts'

await runAsProcess(() => startIdentity(readConfig()))
