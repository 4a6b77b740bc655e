import type { Platform } from '@talad/shared/platform'
import type { CampaignConfig } from './config.ts'
import { makePayloadSigner, type PayloadSigner } from './payload/sign.ts'

export type Deps = Platform & {
  /** CA-8: whose pictures a theme may show */
  mediaHosts: readonly string[]
  signer: PayloadSigner
}

export function makeDeps(platform: Platform, { MEDIA_HOSTS, PAYLOAD_KEYS }: CampaignConfig): Deps {
  return { ...platform, mediaHosts: MEDIA_HOSTS, signer: makePayloadSigner(PAYLOAD_KEYS) }
}
