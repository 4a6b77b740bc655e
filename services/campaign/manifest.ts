import { apiKeyCheckHttp } from '@talad/proto/http/campaign/api-key-check'
import { apiKeyAdminHttp } from '@talad/proto/http/campaign/api-keys-admin'
import { appUserHttp } from '@talad/proto/http/campaign/app-users'
import { campaignHttp } from '@talad/proto/http/campaign/campaigns'
import { campaignAdminHttp } from '@talad/proto/http/campaign/campaigns-admin'
import { contractAdminHttp } from '@talad/proto/http/campaign/contracts-admin'
import { couponPoolSettingAdminHttp } from '@talad/proto/http/campaign/coupon-pool-settings-admin'
import { couponPoolAdminHttp } from '@talad/proto/http/campaign/coupon-pools-admin'
import { couponAdminHttp, couponHttp } from '@talad/proto/http/campaign/coupons'
import { mintAdminHttp } from '@talad/proto/http/campaign/mints-admin'
import { privilegeHttp } from '@talad/proto/http/campaign/privileges'
import { privilegeAdminHttp } from '@talad/proto/http/campaign/privileges-admin'
import { projectHttp } from '@talad/proto/http/campaign/projects'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { rejections } from '@talad/proto/http/campaign/rejections'
import { tokenHttp } from '@talad/proto/http/campaign/tokens'
import { triggerHttp } from '@talad/proto/http/campaign/triggers'
import { triggerAdminHttp } from '@talad/proto/http/campaign/triggers-admin'
import { virtualHttp } from '@talad/proto/http/campaign/virtual'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { tokenMetadataHttp, walletAdminHttp, walletHttp } from '@talad/proto/http/campaign/wallet'
import { walletNftsHttp } from '@talad/proto/http/campaign/wallet-nfts'
import { defineManifest } from '@talad/shared/manifest'

export const COLLECTION_TOPIC = 'campaign.collection.v1'
export const MINT_TOPIC = 'campaign.mint.v1'
export const TRIGGER_TOPIC = 'campaign.trigger.v1'

/** What of an item was granted or minted directly, beside what its counters say (CA-49). */
const MISCOUNTED = `
  from vitem i
  left join lateral (select coalesce(sum(amount), 0) as granted from holding h where h.item_id = i.id) h on true
  left join lateral (select count(*) filter (where state = 'mined') as mined, count(*) filter (where state = 'open') as open
    from mint m where m.item_id = i.id and m.holding_id is null) m on true
  where i.mint_count <> h.granted + m.mined or i.mint_reserve <> m.open`

const MISCOUNTED_COLLECTIONS = `
  select c.id from vcollection c left join vitem i on i.collection_id = c.id where c.mint_limit is not null
  group by c.id having c.mint_count <> coalesce(sum(i.mint_count), 0) or c.mint_reserve <> coalesce(sum(i.mint_reserve), 0)`

/** Where it is wrong, by lane: nothing new is minted by it until a person has looked. */
export const MISCOUNTED_LANES = `
  select distinct c.lane, 'item ' || i.id as what ${MISCOUNTED.replace(
    'from vitem i',
    'from vitem i join collection_contract c on c.collection_id = i.collection_id',
  )}
  union select c.lane, 'collection ' || c.collection_id from collection_contract c
  where c.collection_id in (${MISCOUNTED_COLLECTIONS})`

/** CA-11, CA-14: successes that were not taken back. */
const MISCOUNTED_USES = `
  from campaign_use_count u where u.count <> (select count(*) from campaign_trigger t
    where t.campaign_id = u.campaign_id and t.status = 400 and t.released is null)`
const MISCOUNTED_ACCOUNTS = `
  from campaign_account_count u where u.count <> (select count(*) from campaign_trigger t
    where t.group_id = u.group_id and t.account_id = u.account_id and t.status = 400 and t.released is null)`

/** Campaigns whose counters, or those of an account in them, are not that: they give nothing until a person has looked. */
export const MISCOUNTED_CAMPAIGNS = `
  select id, paused or ended or archived as rests from campaign
  where id in (select u.campaign_id ${MISCOUNTED_USES}) or group_id in (select u.group_id ${MISCOUNTED_ACCOUNTS})
  order by id`

export const manifest = defineManifest({
  name: 'campaign',
  description: 'projects of shops and temples, and which people and programs may do what in them',
  contract: {
    ...projectHttp,
    ...appUserHttp,
    ...projectAdminHttp,
    ...apiKeyAdminHttp,
    ...apiKeyCheckHttp,
    ...virtualHttp,
    ...virtualCollectionAdminHttp,
    ...virtualItemAdminHttp,
    ...contractAdminHttp,
    ...mintAdminHttp,
    ...walletHttp,
    ...tokenMetadataHttp,
    ...walletAdminHttp,
    ...walletNftsHttp,
    ...tokenHttp,
    ...triggerHttp,
    ...triggerAdminHttp,
    ...campaignHttp,
    ...campaignAdminHttp,
    ...couponHttp,
    ...couponAdminHttp,
    ...couponPoolAdminHttp,
    ...couponPoolSettingAdminHttp,
    ...privilegeHttp,
    ...privilegeAdminHttp,
  },
  rejections,
  publishes: [COLLECTION_TOPIC, MINT_TOPIC, TRIGGER_TOPIC],
  consumes: ['identity.account.v1'],
  development: ({ chain, dataFolder, origins, personalDataKey, sandboxUrl, upstreams }) => ({
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.deployment.chainId),
    CONFIRMATIONS: String(chain.confirmations),
    FACTORY_ADDRESS: chain.deployment.collectionFactory,
    MINTER_KEYS: chain.keys.minters.join(),
    METADATA_URL: `${origins[0]}/api/v1/vnft/metadata`,
    PINNING_URL: `${sandboxUrl}/pinning`,
    PINNING_TOKEN: 'sandbox-pinning-token',
    ASSET_INDEXER_URL: upstreams['asset-indexer'] ?? '',
    NFT_SOURCES: JSON.stringify([{ blockchain: 'ethereum', url: `${sandboxUrl}/nfts/ethereum` }]),
    BLACKLIST_URL: `${sandboxUrl}/blacklist/config.json.gz`,
    MEDIA_DIR: `${dataFolder}/media`, // served by the indexer
    MEDIA_HOSTS: origins.map((origin) => new URL(origin).host).join(','),
    PERSONAL_DATA_KEY: personalDataKey,
    PAYLOAD_KEYS: [...personalDataKey].reverse().join(''), // one more secret of this machine, of the form of that one
  }),
  invariants: [
    {
      description: 'the counters of an item are its grants and its direct mints', // CA-49
      sql: `select i.id ${MISCOUNTED}`,
    },
    {
      description: 'the counters of a collection with a limit are those of its items', // CA-49
      sql: MISCOUNTED_COLLECTIONS,
    },
    {
      description: 'a token of an item is granted or minted once', // CA-48
      sql: `select t.item_id, t.item_token_id from (
              select item_id, item_token_id, id from holding union all
              select item_id, item_token_id, id from mint where holding_id is null) t
            join item_token k on k.item_id = t.item_id and k.number = t.item_token_id and not k.shared
            group by t.item_id, t.item_token_id having count(*) > 1`,
    },
    {
      description:
        'what is mined has its transaction, and what waits in a batch is in one that has not ended', // CA-46
      sql: `select m.id from mint m left join mint_batch b on b.id = m.batch_id
            where m.state = 'mined' and m.tx_hash is null
              or m.state = 'open' and b.ended and b.tx_status not in ('failed', 'mined')`,
    },
    {
      description: 'what is used of a code of a pool are its uses', // CA-74
      sql: `select c.id from coupon_code c left join coupon_use u on u.code_id = c.id and u.state = 'consumed'
            group by c.id having c.use_count <> count(u.id)`,
    },
    {
      description: 'what is used of a code by a token are its uses', // CA-74
      sql: `select c.item_id, c.token, c.code from coupon_token_code c left join coupon_use u
              on u.code_id is null and u.item_id = c.item_id and u.token = c.token and u.code = c.code and u.state = 'consumed'
            group by c.item_id, c.token, c.code having c.use_count <> count(u.id)`,
    },
    {
      description: 'what is used of a pool that is counted is what is used of its codes', // CA-71
      sql: `select s.id from coupon_pool_setting s left join coupon_code c using (space_id, pool_name) where s.counted
            group by s.id having s.use_count <> coalesce(sum(c.use_count), 0)`,
    },
    {
      description: 'a privilege is bound to what is of its project', // CA-78
      sql: `select b.id from privilege_binding b join privilege p on p.id = b.privilege_id
            left join vitem i on i.id = b.item_id left join vcollection c on c.id = b.collection_id
            where b.project_id <> p.project_id or coalesce(i.project_id, c.project_id, p.project_id) <> p.project_id`,
    },
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
      description: 'the counter of a campaign is its successes that were not taken back', // CA-11
      sql: `select u.campaign_id ${MISCOUNTED_USES}`,
    },
    {
      description: 'the counter of an account is its successes in linked campaigns', // CA-14
      sql: `select u.account_id, u.group_id ${MISCOUNTED_ACCOUNTS}`,
    },
    {
      description: 'a token is used by a success that was not taken back', // CA-29
      sql: `select u.trigger_id, u.token from token_use u join campaign_trigger t on t.id = u.trigger_id
            where t.status <> 400 or t.released is not null`,
    },
    {
      description: 'a success has each of its rewards once, and one that was taken back has none', // CA-40, CA-42
      sql: `select t.id from campaign_trigger t where t.status <> 100 and not t.dry
            and case when t.released is null then jsonb_array_length(t.rewards) else 0 end
              <> (select count(*) from holding h where h.trigger_id = t.id)`,
    },
    {
      description: 'no key is of a project that is not there',
      sql: `select k.id from api_key k left join project p on p.id = k.project_id where p.id is null`,
    },
  ],
})
