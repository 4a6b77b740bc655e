import { assetIndexerAdminHttp } from '@talad/proto/http/asset-indexer/asset-admin'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { collectionAdminHttp } from '@talad/proto/http/asset-indexer/collection-admin'
import { collectionSitesHttp } from '@talad/proto/http/asset-indexer/collection-sites-admin'
import { contractNames } from '@talad/proto/http/asset-indexer/contract-names'
import { facetsHttp } from '@talad/proto/http/asset-indexer/facets'
import { heldTokensHttp } from '@talad/proto/http/asset-indexer/held-tokens'
import { indexerAdminHttp } from '@talad/proto/http/asset-indexer/indexer-admin'
import { mediaHttp } from '@talad/proto/http/asset-indexer/media'
import { mediaAdminHttp } from '@talad/proto/http/asset-indexer/media-admin'
import { rejections } from '@talad/proto/http/asset-indexer/rejections'
import { setProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { assetPreviewHttp } from '@talad/proto/http/moderation/suspension-preview'
import { defineManifest } from '@talad/shared/manifest'

export const manifest = defineManifest({
  name: 'asset-indexer',
  description: 'the chain as people see it: assets, owners, pictures, activity',
  contract: {
    ...assetIndexerHttp,
    ...facetsHttp,
    ...heldTokensHttp,
    ...assetIndexerAdminHttp,
    contractNames,
    ...indexerAdminHttp,
    ...collectionAdminHttp,
    ...collectionSitesHttp,
    ...mediaHttp,
    ...mediaAdminHttp,
    ...assetPreviewHttp,
    setProfilePicture,
  },
  rejections,
  publishes: ['asset-indexer.chain.v1', 'asset-indexer.asset.v1', 'asset-indexer.collection.v1'],
  consumes: [
    ...['order-book.order.v1', 'moderation.suspension.v1', 'moderation.issuer.v1'],
    ...['identity.account.v1', 'campaign.mint.v1', 'campaign.trigger.v1', 'gateway.site.v1'],
  ],
  development: ({ chain, dataFolder, origins, sandboxUrl }) => ({
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
    OWN_ORIGINS: origins.join(),
    RATES_URL: `${sandboxUrl}/exchange`,
    MEDIA_DIR: `${dataFolder}/media`,
    CONFIRMATIONS: String(chain.confirmations),
  }),
  invariants: [
    {
      description: 'every fact of the chain could be stored',
      sql: 'select block_number, log_index, item, error from refused_fact',
    },
    {
      description: 'the holders of an asset have what there is of it (AI-5)',
      sql: `select a.id, a.supply, sum(h.quantity) as held from asset a left join holder h on h.asset_id = a.id
            group by a.id having coalesce(sum(h.quantity), 0) <> a.supply`,
    },
    {
      description: 'holders are as the chain said at the weekly look (AI-5)',
      sql: 'select asset_id, address, ours, chain, block_number from holder_drift',
    },
    {
      description: 'an ERC-721 token has one holder at most, and it is the owner',
      sql: `select a.id from asset a join collection c on c.id = a.collection_id and c.type = 'erc721'
            join holder h on h.asset_id = a.id group by a.id
            having count(*) > 1 or max(h.address) is distinct from a.owner or max(h.quantity) <> 1`,
    },
    {
      description: 'an asset counts the listings that are open for it (AI-9)',
      sql: `select a.id, a.listings, l.surely, l.perhaps from asset a cross join lateral (
              select count(*) filter (where o.start_at < now() - interval '30 seconds'
                  and o.end_at > now() + interval '30 seconds') as surely,
                count(*) filter (where o.start_at < now() + interval '30 seconds'
                  and o.end_at > now() - interval '30 seconds') as perhaps
              from order_replica o where o.asset_id = a.id and o.type = 'list' and o.open) l
            where a.listings not between l.surely and l.perhaps`,
    },
    {
      description: 'every sale on the chain stands on the timeline (AI-18)',
      sql: `select f.block_number, f.log_index, f.item from chain_fact f where f.kind = 'fulfilled' and not exists (
              select 1 from activity e where e.id = format('%s-%s-%s', f.block_number, f.log_index, f.item))`,
    },
  ],
  needsReview: [
    {
      description: 'no fact of the chain was left out',
      sql: 'select block_number, log_index, item, error from refused_fact',
    },
  ],
  inFlight: [
    `select format('the %s of asset %s is %s', kind, asset_id, state) as what from sync s
     where state = 'updating' or exists (
       select 1 from kit.job j where j.task = 'sync.' || s.kind and j.key = s.asset_id and s.state = 'pending')`,
    // what is worked out of a collection waits some seconds for more; of an asset there is always a time at which it changes
    `select format('%s of %s is to be done', task, key) as what from kit.job
     where task like 'collection.%' or task = 'suspension.marks'
       or (task = 'asset.market' and (run_at <= now() or claimed_by is not null))`,
  ],
})
