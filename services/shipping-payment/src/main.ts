import { runAsProcess } from '@talad/shared/runtime'
import { readConfig } from './config.ts'
import { startShippingPayment } from './service.ts'

await runAsProcess(() => startShippingPayment(readConfig()))
