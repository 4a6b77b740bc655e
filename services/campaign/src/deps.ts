import type { TxSettings } from '@talad/shared/chain/tx-lane'
import type { Platform } from '@talad/shared/platform'
import type { CampaignConfig } from './config.ts'
import { createMinter, type Minter } from './mint/chain.ts'
import { makePayloadSigner, type PayloadSigner } from './payload/sign.ts'

export type Deps = Platform & {
  /** CA-8: whose pictures a theme may show */
  mediaHosts: readonly string[]
  signer: PayloadSigner
  minter: Minter
  /** times of the chain queue, which tests shorten */
  txSettings: Partial<TxSettings>
}

/** @param outside a chain that a test plays */
export function makeDeps(platform: Platform, config: CampaignConfig, outside: Partial<Deps> = {}): Deps {
  const { MEDIA_HOSTS: mediaHosts, PAYLOAD_KEYS } = config
  const { txSettings = {}, minter = createMinter(platform, config, txSettings) } = outside
  return { ...platform, mediaHosts, signer: makePayloadSigner(PAYLOAD_KEYS), minter, txSettings }
}
