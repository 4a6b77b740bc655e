import { loadConfig } from '@talad/shared/config'
import { runAsProcess } from '@talad/shared/runtime'
import { orderBookConfig } from './config.ts'
import { startOrderBook } from './service.ts'

await runAsProcess(() => startOrderBook(loadConfig('order-book', orderBookConfig, process.env)))
