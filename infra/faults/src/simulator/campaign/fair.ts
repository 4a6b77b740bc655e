import { campaigns } from '@talad/campaign/campaign/stream'
import { contracts } from '@talad/campaign/contract/stream'
import type { Deps } from '@talad/campaign/deps'
import { memberOf } from '@talad/campaign/member/rows'
import { members } from '@talad/campaign/member/stream'
import { projects } from '@talad/campaign/project/stream'
import { collections, items } from '@talad/campaign/virtual/stream'
import type { ConsumerDeps } from '@talad/shared/consumer'
import { changeIn, changeMany, transact } from '@talad/shared/stream'
import { computeAddress } from 'ethers'
import { hexOf } from '../order-samples.ts'
import type { SimulatedService } from '../service.ts'
import type { Simulation } from '../workload.ts'

export type CampaignService = SimulatedService<Deps & ConsumerDeps>

/** Of the golden lantern there are fewer than would be won. */
export const GOLDEN = 3
/** And of the lanterns that a till gives. */
export const LANTERNS = 6
/** How often a campaign gives in all. */
export const IN_ALL = 4
/** How often an account is given something by linked campaigns. */
export const EACH = 5
export const CODES = ['NOODLE-1', 'NOODLE-2'] as const
export const BLOCKCHAIN = 'kub'
export const CHAIN_ID = '1'
export const MINTER_KEY = hexOf('a minter', 64)
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

/** The campaigns of a fair, by name, in a project of its own, and the item that its till gives. */
export type Fair = {
  project: string
  lantern: string
  campaigns: Readonly<Record<'visit' | 'golden' | 'noodle', string>>
}

/** Opens a project with what it gives: stamps to whoever comes, a golden lantern for a stamp, which is minted, a stamp for a code. */
export async function openFair({ deps }: CampaignService, { key, now: clock }: Simulation): Promise<Fair> {
  const now = clock()
  const idOf = (what: string) => hexOf(`${what} of ${key}`, 24).slice(2)
  const slugOf = (what: string) => `${what}_${idOf(what).slice(0, 12)}`
  const [project, collection, contract] = [idOf('project'), idOf('collection'), idOf('contract')]
  const [stamp, golden, lantern] = [idOf('stamp'), idOf('golden'), idOf('lantern')]
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
  const minting = {
    projectId: project,
    collectionId: collection,
    blockchain: BLOCKCHAIN,
    contractClass: 'erc721' as const,
    name: 'Fair',
    symbol: 'FAIR',
    factory: hexOf('factory', 40),
    lane: computeAddress(MINTER_KEY).toLowerCase(),
  }
  const address = hexOf(`contract of ${key}`, 40)
  const automint = { enabled: true, blockchain: BLOCKCHAIN }
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
        item(lantern, 'lantern', 3, LANTERNS),
        campaign('visit', stamp, {}),
        campaign('golden_night', golden, { limitGlobal: IN_ALL, automint }, needsStamp),
        campaign('noodle', stamp, {
          limitPerUser: null,
          metadata: { coupon: { pool_name: 'stall' } },
        }),
      ],
      now,
    )
    await changeIn(tx, contracts, contract, { type: 'Request', ...about, terms: minting }, now)
    await changeIn(tx, contracts, contract, { type: 'Settle', now, address, reason: '' }, now)
    await tx.query(
      `insert into coupon_code (id, space_id, pool_name, code, description, meta_timer, created, updated)
       select left(md5($1 || c), 24), $1, 'stall', c, '', '{"limit": 1}', $3, $3 from unnest($2::text[]) c`,
      [project, CODES, now],
    )
  })
  return {
    project,
    lantern,
    campaigns: { visit: idOf('visit'), golden: idOf('golden_night'), noodle: idOf('noodle') },
  }
}
