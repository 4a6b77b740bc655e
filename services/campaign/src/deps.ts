import type { Blacklist } from '@talad/shared/blacklist/known'
import type { TxSettings } from '@talad/shared/chain/tx-lane'
import { type GuardDeps, systemResolve } from '@talad/shared/guarded-fetch'
import { createPictureMaker, type PictureMaker } from '@talad/shared/media/pictures'
import type { Platform } from '@talad/shared/platform'
import { makeSealer } from '@talad/shared/sealing'
import type { CampaignConfig } from './config.ts'
import { makeCouponKey } from './coupon/codegen.ts'
import { type Identity, makeIdentity } from './identity/client.ts'
import { createMinter, type Minter } from './lane/minter.ts'
import { makePatternTexts, type PatternTexts } from './member/patterns.ts'
import { makePayloadSigner, type PayloadSigner } from './payload/sign.ts'
import { createPinningProvider, type PinningProvider } from './pinning/provider.ts'
import { type Indexer, makeIndexer } from './token/indexer.ts'
import { type Batcher, createBatcher } from './trigger/batcher.ts'
import { createNftSource, type NftSource } from './wallet-nfts/source.ts'

/** A request that rests on a role waits so long for identity. */
const IDENTITY_TIMEOUT_MS = 2_000

export type Deps = Platform &
  GuardDeps &
  Blacklist & {
    /** CA-8: whose pictures a theme may show */
    mediaHosts: readonly string[]
    signer: PayloadSigner
    /** CA-67: makes codes of tokens, which nobody can tell without it */
    couponKey: Uint8Array
    identity: Identity
    /** CA-3, ID-42 */
    patternTexts: PatternTexts
    /** CA-20: two at a time, as many as one call sends at most */
    uploads: PictureMaker
    /** keeps what payloads name on decentralised storage; undefined: nobody does */
    pinning: PinningProvider | undefined
    /** CA-81: one a chain */
    nftSources: readonly NftSource[]
    /** what others minted */
    indexer: Indexer
    /** slug of the chain that it has read */
    chain: string
    /** its id */
    chainId: string
    /** decides what is pressed in this process (CA-40) */
    batcher: Batcher
    minter: Minter
    /** times of the chain queue, which tests shorten */
    txSettings: Partial<TxSettings>
  }

function whereIdentityIs({ JWKS_URL, INTERNAL_TOKENS: [internalToken = ''] }: CampaignConfig) {
  return { url: new URL(JWKS_URL).origin, internalToken, timeoutMs: IDENTITY_TIMEOUT_MS }
}

function pinningOf({ PINNING_URL: url, PINNING_TOKEN: token }: CampaignConfig) {
  return url === undefined ? undefined : createPinningProvider({ url, token, timeoutMs: 10_000 })
}

/** @param outside what a test plays instead */
export function makeDeps(platform: Platform, config: CampaignConfig, outside: Partial<Deps> = {}): Deps {
  const { MEDIA_DIR, MEDIA_HOSTS, PAYLOAD_KEYS, PERSONAL_DATA_KEY } = config
  const { txSettings = {}, minter = createMinter(platform, config, txSettings) } = outside
  const {
    CHAIN_SLUG: chain,
    INTERNAL_TOKENS: [internalToken = ''],
  } = config
  const { indexer = makeIndexer({ url: config.ASSET_INDEXER_URL, internalToken, log: platform.log }) } =
    outside
  const chainId = String(config.CHAIN_ID)
  return {
    ...platform,
    mediaHosts: MEDIA_HOSTS,
    signer: makePayloadSigner(PAYLOAD_KEYS),
    couponKey: makeCouponKey(PERSONAL_DATA_KEY),
    identity: outside.identity ?? makeIdentity({ ...whereIdentityIs(config), log: platform.log }),
    patternTexts: makePatternTexts(makeSealer(PERSONAL_DATA_KEY, 'campaign.grant-pattern')),
    pinning: pinningOf(config),
    indexer,
    chain,
    chainId,
    batcher: createBatcher({ ...platform, indexer, chain, chainId }),
    nftSources: config.NFT_SOURCES.map((at) => createNftSource({ ...at, timeoutMs: 8_000 })),
    resolve: systemResolve,
    blacklist: new Set(),
    blacklistUrl: config.BLACKLIST_URL,
    uploads: createPictureMaker({ dir: MEDIA_DIR, workers: 2 }),
    minter,
    txSettings,
  }
}
