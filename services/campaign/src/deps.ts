import { createPictureMaker, type PictureMaker } from '@talad/shared/media/pictures'
import type { Platform } from '@talad/shared/platform'
import type { CampaignConfig } from './config.ts'
import { makePayloadSigner, type PayloadSigner } from './payload/sign.ts'
import { createPinningProvider, type PinningProvider } from './pinning/provider.ts'

export type Deps = Platform & {
  /** CA-8: whose pictures a theme may show */
  mediaHosts: readonly string[]
  signer: PayloadSigner
  /** CA-20: two at a time, as many as one call sends at most */
  uploads: PictureMaker
  /** keeps what payloads name on decentralised storage; undefined: nobody does */
  pinning: PinningProvider | undefined
}

export function makeDeps(platform: Platform, config: CampaignConfig): Deps {
  return {
    ...platform,
    mediaHosts: config.MEDIA_HOSTS,
    signer: makePayloadSigner(config.PAYLOAD_KEYS),
    pinning:
      config.PINNING_URL === undefined
        ? undefined
        : createPinningProvider({ url: config.PINNING_URL, token: config.PINNING_TOKEN, timeoutMs: 10_000 }),
    uploads: createPictureMaker({ dir: config.MEDIA_DIR, workers: 2 }),
  }
}
