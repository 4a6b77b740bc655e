import { identityHttp } from '@talad/proto/http/identity'
import { defineManifest } from '@talad/shared/manifest'
import { rejections } from './src/rejections.ts'

export const ACCOUNT_TOPIC = 'identity.account.v1'

export const manifest = defineManifest({
  name: 'identity',
  says: 'sign-in, tokens, identity levels, wallet signing',
  contract: identityHttp,
  rejections,
  publishes: [ACCOUNT_TOPIC],
  hears: [],
  development: ({ chain, origins, personalDataKey, sandboxUrl, secret }) => ({
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.deployment.chainId),
    CHAIN_SLUG: chain.slug,
    SEAPORT_ADDRESS: chain.deployment.seaport,
    JOIN_URL: `${sandboxUrl}/join/api/v1`,
    JOIN_API_KEY: secret('joinApiKey'),
    SIGN_IN_HOSTS: origins.join(),
    PERSONAL_DATA_KEY: personalDataKey,
    SIGNING_CONTRACTS: JSON.stringify({
      tokens: [
        chain.deployment.thbk,
        chain.deployment.hthb,
        chain.deployment.hthb2,
        chain.deployment.wrappedJfin,
      ],
      collections: chain.collections.map(({ address }) => address),
    }),
  }),
  invariants: [],
})
