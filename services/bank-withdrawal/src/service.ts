import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { bankWithdrawalConfig } from './config.ts'
import { makeDeps } from './deps.ts'

export const service = defineService({
  manifest,
  at: import.meta.url,
  config: bankWithdrawalConfig,
  makeDeps,
  app: buildApp,
})
