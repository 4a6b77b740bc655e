import { published } from '@talad/shared/published'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { apiKeys } from './api-key/stream.ts'
import { buildApp } from './app.ts'
import { campaignConfig } from './config.ts'
import { makeDeps } from './deps.ts'
import { members } from './member/stream.ts'
import { projects } from './project/stream.ts'

/** Campaign: projects, and which people and programs may do what in them. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: campaignConfig,
  makeDeps,
  app: buildApp,
  close: ({ uploads }) => uploads.close(),
  streams: [published(projects), published(members), published(apiKeys)],
})
