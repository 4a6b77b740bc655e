import { apiKeyAdminHttp } from '@talad/proto/http/campaign/api-keys-admin'
import { contractAdminHttp } from '@talad/proto/http/campaign/contracts-admin'
import { mintAdminHttp } from '@talad/proto/http/campaign/mints-admin'
import { projectHttp } from '@talad/proto/http/campaign/projects'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { rejections } from '@talad/proto/http/campaign/rejections'
import { virtualHttp } from '@talad/proto/http/campaign/virtual'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { tokenMetadataHttp, walletAdminHttp, walletHttp } from '@talad/proto/http/campaign/wallet'
import { defineManifest } from '@talad/shared/manifest'
import { supplyInvariants } from './invariants.ts'

export const COLLECTION_TOPIC = 'campaign.collection.v1'
export const MINT_TOPIC = 'campaign.mint.v1'

export const manifest = defineManifest({
  name: 'campaign',
  description: 'projects of shops and temples, and which people and programs may do what in them',
  contract: {
    ...projectHttp,
    ...projectAdminHttp,
    ...apiKeyAdminHttp,
    ...virtualHttp,
    ...virtualCollectionAdminHttp,
    ...virtualItemAdminHttp,
    ...contractAdminHttp,
    ...mintAdminHttp,
    ...walletHttp,
    ...tokenMetadataHttp,
    ...walletAdminHttp,
  },
  rejections,
  publishes: [COLLECTION_TOPIC, MINT_TOPIC],
  consumes: ['identity.account.v1'],
  development: ({ chain, dataFolder, origins, personalDataKey }) => ({
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.deployment.chainId),
    CONFIRMATIONS: String(chain.confirmations),
    FACTORY_ADDRESS: chain.deployment.collectionFactory,
    MINTER_KEYS: chain.keys.minters.join(),
    METADATA_URL: `${origins[0]}/api/v1/vnft/metadata`,
    MEDIA_DIR: `${dataFolder}/media`, // served by the indexer
    MEDIA_HOSTS: origins.map((origin) => new URL(origin).host).join(','),
    PERSONAL_DATA_KEY: personalDataKey,
    PAYLOAD_KEYS: [...personalDataKey].reverse().join(''), // one more secret of this machine, of the form of that one
  }),
  invariants: [
    ...supplyInvariants,
    {
      description: 'the slug of a virtual collection or item leads to it', // CA-9
      sql: `select v.id from (select id, project_id, slug, 'vcollection' as kind from vcollection
              union all select id, project_id, slug, 'vitem' from vitem) v
            left join virtual_slug s using (project_id, kind, slug) where s.id is distinct from v.id`,
    },
    {
      description: 'an item is of the project of its collection',
      sql: `select i.id from vitem i join vcollection c on c.id = i.collection_id where c.project_id <> i.project_id`,
    },
    {
      description: 'each project has an owner', // CA-4
      sql: `select id from project p
            where not exists (select 1 from project_grant g where g.project_id = p.id and g.role = 'owner')`,
    },
    {
      description: 'nobody has a role in a project that is not there',
      sql: `select g.id from project_grant g left join project p on p.id = g.project_id where p.id is null`,
    },
    {
      description: 'the text of a pattern is there as long as a role that it gives', // ID-42
      sql: `select coalesce(g.id, p.grant_id) from project_grant g full join grant_pattern p on p.grant_id = g.id
            where (p.grant_id is null) <> (coalesce(g.principal_type, '') <> 'idp_link_pattern')`,
    },
    {
      description: 'the slug of a project leads to it', // CA-9
      sql: `select p.id from project p left join project_slug s using (slug) where s.project_id is distinct from p.id`,
    },
    {
      description: 'no key is of a project that is not there',
      sql: `select k.id from api_key k left join project p on p.id = k.project_id where p.id is null`,
    },
  ],
})
