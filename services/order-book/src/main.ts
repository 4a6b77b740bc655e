import { runAsProcess } from '@talad/shared/runtime'
import { readConfig } from './config.ts'
import { startOrderBook } from './service.ts'

await runAsProcess(() => startOrderBook(readConfig()))
