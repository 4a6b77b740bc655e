import { PrismaPg } from '@prisma/adapter-pg'
import { createProvider } from '@talad/shared/chain/client'
import type { Platform } from '@talad/shared/platform'
import { makeSealer, type Sealer } from '@talad/shared/sealing'
import type { JsonRpcProvider } from 'ethers'
import type { IdentityConfig } from './config.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { type Join, makeJoin } from './join/client.ts'
import { type Line, makeLine } from './line/client.ts'
import { type Memberships, makeMemberships } from './membership/client.ts'
import { makeNames, type Names } from './names/names.ts'
import { makeOwners, type Owners } from './picture/owners.ts'
import { makeKeys, type SigningKeys } from './session/keys.ts'

/** What identity works with besides the platform's parts. */
export type Deps = Platform & {
  config: IdentityConfig
  /** profiles and identity lists are read through it */
  prisma: PrismaClient
  join: Join
  line: Line
  memberships: Memberships
  owners: Owners
  keys: SigningKeys
  /** the chain that wallets sign for */
  provider: JsonRpcProvider
  /** ID-40 */
  names: Names
  /** ID-42 */
  personal: Sealer
  /** what providers say until it is used */
  proofs: Sealer
  /** token pairs that are kept for a minute (ID-6) */
  replacements: Sealer
  accessTokenSeconds: number
}

export function makeDeps(platform: Platform, config: IdentityConfig): Deps {
  const { db, now, log } = platform
  const { PERSONAL_DATA_KEY: masterKey, ACCESS_TOKEN_SECONDS: accessTokenSeconds } = config
  return {
    ...platform,
    config,
    accessTokenSeconds,
    prisma: new PrismaClient({ adapter: new PrismaPg(db) }),
    join: makeJoin({
      url: config.JOIN_URL,
      apiKey: config.JOIN_API_KEY,
      timeoutMs: config.JOIN_TIMEOUT_MS,
      log,
    }),
    line: makeLine({
      authorizeUrl: config.LINE_AUTHORIZE_URL,
      apiUrl: config.LINE_API_URL,
      timeoutMs: config.PROVIDER_TIMEOUT_MS,
      now,
      log,
    }),
    memberships: makeMemberships({
      providers: config.MEMBERSHIP_PROVIDERS,
      timeoutMs: config.PROVIDER_TIMEOUT_MS,
      log,
    }),
    owners: makeOwners({ url: config.ASSET_INDEXER_URL, timeoutMs: 5_000 }),
    keys: makeKeys({ db, now, accessTokenSeconds, sealer: makeSealer(masterKey, 'identity.signing-key') }),
    provider: createProvider({ rpcUrl: config.RPC_URL, chainId: config.CHAIN_ID, timeoutMs: 5_000 }),
    names: makeNames({
      rpcUrl: config.RPC_URL,
      chainId: config.CHAIN_ID,
      registry: config.NAMES_REGISTRY,
      now,
    }),
    personal: makeSealer(masterKey, 'identity.personal-data'),
    proofs: makeSealer(masterKey, 'identity.proof'),
    replacements: makeSealer(masterKey, 'identity.replacement'),
  }
}
