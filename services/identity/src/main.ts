import { loadConfig } from '@talad/shared/config'
import { runAsProcess } from '@talad/shared/runtime'
import { identityConfig } from './config.ts'
import { startIdentity } from './service.ts'

await runAsProcess(() => startIdentity(loadConfig('identity', identityConfig, process.env)))
