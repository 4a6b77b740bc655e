import { assetIndexerHttp } from '@talad/proto/http/asset-indexer'
import { defineManifest } from '@talad/shared/manifest'
import { rejections } from './src/rejections.ts'

export const manifest = defineManifest({
  name: 'asset-indexer',
  says: 'the chain as people see it: assets, owners, pictures, activity',
  contract: assetIndexerHttp,
  rejections,
  publishes: ['asset-indexer.chain.v1', 'asset-indexer.asset.v1'],
  hears: ['order-book.order.v1'],
  development: ({ chain, dataFolder, sandboxUrl }) => ({
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.deployment.chainId),
    CHAIN_SLUG: chain.slug,
    SEAPORT_ADDRESS: chain.deployment.seaport,
    RPC_WS_URL: chain.rpcUrl.replace(/^http/, 'ws'),
    START_BLOCK: String(chain.deployment.deployedAtBlock),
    FACTORY_ADDRESS: chain.deployment.collectionFactory,
    COLLECTIONS: JSON.stringify(
      chain.collections.map(({ address, type, slug, name }) => ({ address, type, slug, name })),
    ),
    IPFS_GATEWAYS: `${sandboxUrl}/ipfs/`,
    MEDIA_DIR: `${dataFolder}/media`,
    CONFIRMATIONS: String(chain.confirmations),
  }),
  invariants: [],
  underWay: [
    `select format('the %s of asset %s is %s', kind, asset_id, state) as what from sync
     where state = 'updating' or (state = 'pending' and due_at is not null)`,
  ],
})
