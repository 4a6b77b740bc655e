import { campaigns } from '@talad/campaign/campaign/stream'
import type { Deps } from '@talad/campaign/deps'
import { memberOf } from '@talad/campaign/member/rows'
import { members } from '@talad/campaign/member/stream'
import { projects } from '@talad/campaign/project/stream'
import { collections, items } from '@talad/campaign/virtual/stream'
import type { ConsumerDeps } from '@talad/shared/consumer'
import { changeMany, transact } from '@talad/shared/stream'
import { hexOf } from '../order-samples.ts'
import type { SimulatedService } from '../service.ts'
import type { Simulation } from '../workload.ts'

export type CampaignService = SimulatedService<Deps & ConsumerDeps>

/** Of the golden lantern there are fewer than would be won. */
export const GOLDEN = 3
/** How often a campaign gives in all. */
export const IN_ALL = 4
/** How often an account is given something by linked campaigns. */
export const EACH = 5
export const CODES = ['NOODLE-1', 'NOODLE-2'] as const
const by = 'account-owner'
const NOTHING = { description: '', tags: [], assets: {}, attributes: {}, texts: {}, theme: {}, metadata: {} }
const USUAL = {
  description: '',
  metadata: {},
  paused: false,
  ended: false,
  internal: false,
  public: true,
  archived: false,
  limitGlobal: null,
  limitPerUser: EACH,
  cooldownSeconds: null,
  tokenReuse: 'never' as const,
  automint: { enabled: false, blockchain: null },
}
const payload = {
  version: '3.0',
  name: 'Fair',
  assets: { image: 'ipfs://lantern' },
  attributes: { power: { value: 1 } },
}

/** The campaigns of a fair, by name, in a project of its own. */
export type Fair = { project: string; campaigns: Readonly<Record<'visit' | 'golden' | 'noodle', string>> }

/** Opens a project with what it gives: stamps to whoever comes, a golden lantern for a stamp, a stamp for a code. */
export async function openFair({ deps }: CampaignService, { key, now: clock }: Simulation): Promise<Fair> {
  const now = clock()
  const idOf = (what: string) => hexOf(`${what} of ${key}`, 24).slice(2)
  const slugOf = (what: string) => `${what}_${idOf(what).slice(0, 12)}`
  const [project, collection, stamp, golden] = ['project', 'collection', 'stamp', 'golden'].map(idOf) as [
    string,
    string,
    string,
    string,
  ]
  const [group] = ['visit', 'golden_night'].map(idOf).sort() as [string]
  const about = { by, now }
  const virtual = (what: string, mintLimit: number | null) => ({
    ...NOTHING,
    slug: slugOf(what),
    name: what,
    payload: what === 'collection' ? payload : null,
    mintLimit,
    archived: false,
  })
  const item = (id: string, what: string, number: number, limit: number | null) => ({
    stream: items,
    id,
    command: {
      type: 'Create' as const,
      ...about,
      projectId: project,
      place: { collectionId: collection, number },
      terms: virtual(what, limit),
      inherited: payload,
    },
  })
  const known = {
    collections: new Set([collection]),
    items: new Map([stamp, golden].map((id) => [id, { collectionId: collection, archived: false }])),
  }
  const needsStamp = [{ tag: 'stamp', type: 'vnft', vitemId: stamp, nftType: 'VIRTUAL' }]
  const campaign = (what: string, gives: string, more: object, requirements: readonly object[] = []) => ({
    stream: campaigns,
    id: idOf(what),
    command: {
      type: 'Create' as const,
      ...about,
      projectId: project,
      groupId: what === 'noodle' ? idOf(what) : group,
      terms: {
        ...USUAL,
        slug: slugOf(what),
        name: what,
        ...more,
      },
      judged: {
        model: { requirements, rewards: [{ type: 'vnft', tag: 'reward', nftItemId: gives }] },
        known,
        slotIds: ['a slot'],
      },
    },
  })
  const terms = { slug: slugOf('project'), name: 'Fair', description: '', lineChannelId: '', lineLiffId: '' }
  await transact(deps, async (tx) => {
    await changeMany(
      tx,
      [
        {
          stream: projects,
          id: project,
          command: { type: 'Create', ...about, terms: { ...terms, theme: {} } },
        },
        {
          stream: members,
          id: memberOf(project, by),
          command: { type: 'Found', grantId: project, projectId: project, accountId: by, ...about },
        },
        {
          stream: collections,
          id: collection,
          command: {
            type: 'Create',
            ...about,
            projectId: project,
            place: null,
            terms: virtual('collection', null),
          },
        },
        item(stamp, 'stamp', 1, null),
        item(golden, 'golden', 2, GOLDEN),
        campaign('visit', stamp, {}),
        campaign('golden_night', golden, { limitGlobal: IN_ALL }, needsStamp),
        campaign('noodle', stamp, {
          limitPerUser: null,
          metadata: { coupon: { pool_name: 'stall' } },
        }),
      ],
      now,
    )
    await tx.query(
      `insert into coupon_code (id, space_id, pool_name, code, description, meta_timer, created, updated)
       select left(md5($1 || c), 24), $1, 'stall', c, '', '{"limit": 1}', $3, $3 from unnest($2::text[]) c`,
      [project, CODES, now],
    )
  })
  return {
    project,
    campaigns: { visit: idOf('visit'), golden: idOf('golden_night'), noodle: idOf('noodle') },
  }
}
