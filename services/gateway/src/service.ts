import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { gatewayConfig } from './config.ts'
import { makeDeps } from './deps.ts'
import { subscribeLive } from './live/subscribe.ts'

/** The gateway: forwards the calls of the contracts, pushes live updates, serves the web app. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: gatewayConfig,
  makeDeps,
  app: buildApp,
  facesBrowsers: true,
  subscribe: subscribeLive,
  close: async (deps) => deps.redis?.disconnect(),
})
