import type { Platform } from '@talad/shared/platform'
import type { CampaignConfig } from './config.ts'

export type Deps = Platform & {
  /** CA-8: whose pictures a theme may show */
  mediaHosts: readonly string[]
}

export function makeDeps(platform: Platform, { MEDIA_HOSTS: mediaHosts }: CampaignConfig): Deps {
  return { ...platform, mediaHosts }
}
