import type { Platform } from '@talad/shared/platform'
import type { CampaignConfig } from './config.ts'
import { makePayloadSigner, type PayloadSigner } from './payload/sign.ts'

export type Deps = Platform & { signer: PayloadSigner }

export function makeDeps(platform: Platform, config: CampaignConfig): Deps {
  return { ...platform, signer: makePayloadSigner(config.PAYLOAD_KEYS) }
}
