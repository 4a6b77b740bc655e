import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { campaignConfig } from './config.ts'
import { makeDeps } from './deps.ts'

export const service = defineService({
  manifest,
  at: import.meta.url,
  config: campaignConfig,
  makeDeps,
  app: buildApp,
})
