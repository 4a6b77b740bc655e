import { runAsProcess } from '@talad/shared/service'
import { service } from './service.ts'

await runAsProcess(() => service.startIn(process.env))
