import { createPictureMaker, type PictureMaker } from '@talad/shared/media/pictures'
import type { Platform } from '@talad/shared/platform'
import type { CampaignConfig } from './config.ts'
import { makePayloadSigner, type PayloadSigner } from './payload/sign.ts'

export type Deps = Platform & {
  /** CA-8: whose pictures a theme may show */
  mediaHosts: readonly string[]
  signer: PayloadSigner
  /** CA-20: two at a time, as many as one call sends at most */
  uploads: PictureMaker
}

export function makeDeps(platform: Platform, config: CampaignConfig): Deps {
  return {
    ...platform,
    mediaHosts: config.MEDIA_HOSTS,
    signer: makePayloadSigner(config.PAYLOAD_KEYS),
    uploads: createPictureMaker({ dir: config.MEDIA_DIR, workers: 2 }),
  }
}
