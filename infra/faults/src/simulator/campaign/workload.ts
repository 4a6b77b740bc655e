import type { Deps } from '@talad/campaign/deps'
import { mintBatchJob } from '@talad/campaign/jobs/mint-batch'
import { mintJudgementJob } from '@talad/campaign/jobs/mint-judgement'
import { mintRetryJob } from '@talad/campaign/jobs/mint-retry'
import { service } from '@talad/campaign/service'
import { decidePending } from '@talad/campaign/trigger/batcher'
import { press } from '@talad/campaign/trigger/press'
import { releaseTrigger } from '@talad/campaign/trigger/release'
import { insertPressed, type Pressed as Noted, waitingSince } from '@talad/campaign/trigger/rows'
import type { ConsumerDeps } from '@talad/shared/consumer'
import { callAs } from '@talad/shared/decision'
import { holds } from '../../proof.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { hexOf } from '../order-samples.ts'
import { openService } from '../service.ts'
import { answerOf } from '../simulation.ts'
import { type Environment, type Operation, operation, pick, type Workload } from '../workload.ts'
import { BLOCKCHAIN, type CampaignService, CHAIN_ID, CODES, EACH, GOLDEN, IN_ALL, openFair } from './fair.ts'
import {
  advanceMints,
  type Chain,
  isMinting,
  judgeMints,
  type Minting,
  minterOn,
  mintOperations,
} from './mints.ts'

type Env = Environment & { campaign: CampaignService; ledger: Ledger; chain: Chain }
/** What was asked for under a key, and by whom. */
type Pressed = { key: string; account: string; campaign: string; code: string | undefined }
type World = Minting & { pressed: Pressed[] }

const FAR = new Date('2100-01-01T00:00:00Z')
const MOST = 50

async function ask({ simulation, at }: World, one: Pressed): Promise<void> {
  const { key, account: accountId, campaign: campaignId, code } = one
  const input = code === undefined ? {} : { coupon: { code } }
  const about = { campaignId, accountId, askedBy: `user:${accountId}`, caller: 'user' as const, key, input }
  const answer = await simulation.perform(at, () =>
    answerOf(() => press(at.deps, { ...about, target: null, dry: false, soft: false, wait: false })),
  )
  simulation.trace.push(`press: ${answer}`)
}

async function decide({ simulation, at }: World): Promise<boolean> {
  return simulation.perform(at, async () => {
    const rows = await waitingSince(at.deps.db, FAR, MOST)
    await decidePending(at.deps, rows)
    return rows.length > 0
  })
}

type Row = {
  id: string
  key: string
  status: number
  released: Date | null
  campaign_id: string
  account_id: string
}
const rowsOf = async ({ at, fair }: World) =>
  (
    await at.db.query<Row>('select * from campaign_trigger where project_id = $1 order by seq', [
      fair.project,
    ])
  ).rows

async function release({ simulation, at }: World, id: string): Promise<void> {
  const actor = { accountId: 'account-owner', customerId: undefined }
  const call = callAs(actor, hexOf(`release ${id}`, 24).slice(2), id)
  const work = () => releaseTrigger(at.deps, call, { id, by: actor.accountId, note: 'asked for' })
  simulation.trace.push(`release: ${await simulation.perform(at, () => answerOf(work))}`)
}

const operations: readonly Operation<World>[] = [
  operation(
    'press',
    8,
    ({ people }) => people,
    (world, account) => {
      const { simulation, fair, pressed } = world
      const { random, key } = simulation
      const campaign = pick(random, Object.values(fair.campaigns))
      const code = campaign === fair.campaigns.noodle ? pick(random, CODES) : undefined
      const one = { key: `${key} ${pressed.length}`, account, campaign, code }
      pressed.push(one)
      return ask(world, one)
    },
  ),
  operation('press again', 3, ({ pressed }) => pressed, ask),
  operation('decide', 4, () => [true], decide),
  operation(
    'release',
    2,
    async (world) => (await rowsOf(world)).filter(({ status }) => status === 400).map(({ id }) => id),
    release,
  ),
  ...mintOperations,
]

/**
 * Campaigns that are triggered, taken back and asked again, with limits, supplies and codes that are too few for all, and
 * what they and a till give is minted, by a chain that refuses it and takes it back.
 */
export const campaign: Workload<Env, World> = {
  name: 'campaign',
  length: [30, 60],
  async open(postgres, now) {
    const decidesApart = { add: async () => undefined, find: () => undefined, close: async () => undefined }
    const chain: Chain = new Map()
    const note = (db: Deps['db']) => async (one: Noted) => (await insertPressed(db, [one]))[0]
    const at = await openService<Deps>(postgres, now, {
      service,
      jobs: [mintBatchJob, mintJudgementJob, mintRetryJob],
      jobsMayFail: true, // what is tried again may have lost its place
      open: (kit, process) => ({
        deps: {
          ...kit,
          chain: BLOCKCHAIN,
          chainId: CHAIN_ID,
          batcher: { ...decidesApart, note: note(kit.db) },
          minter: minterOn(chain, process),
        } as unknown as Deps & ConsumerDeps,
      }),
    })
    const ledger = await openLedger(postgres, now)
    return { services: [at, ledger], campaign: at, ledger, chain }
  },
  async begin({ campaign: at, chain }, simulation) {
    chain.clear()
    const people = ['a', 'b', 'c'].map((one) => hexOf(`${one} of ${simulation.key}`, 24).slice(2))
    const fair = await openFair(at, simulation)
    return { simulation, at, fair, people, chain, pressed: [], wishes: [], linked: new Set() }
  },
  operations,
  advance: async (world) => [await decide(world), await advanceMints(world)].includes(true),
  isUnderWay: async (world) =>
    (await rowsOf(world)).some(({ status }) => status === 100) || (await isMinting(world)),
  async judge(world) {
    const { fair, pressed } = world
    const rows = await rowsOf(world)
    const known = new Set(pressed.map(({ key }) => key))
    const keys = rows.map(({ key }) => key)
    holds(new Set(keys).size === keys.length && keys.every((key) => known.has(key)), 'a key has two triggers')
    holds(
      rows.every(({ status }) => [201, 202, 400].includes(status)),
      'one could not be decided',
    )
    const won = rows.filter(({ status, released }) => status === 400 && released === null)
    const of = (id: string) => won.filter(({ campaign_id }) => campaign_id === id)
    const { visit, golden, noodle } = fair.campaigns
    holds(of(golden).length <= Math.min(GOLDEN, IN_ALL), `${of(golden).length} golden lanterns were given`)
    const { rows: codes } = await world.at.db.query(
      `select code from coupon_use where space_id = $1 and state = 'consumed'`,
      [fair.project],
    )
    holds(new Set(codes.map(({ code }) => code)).size === codes.length, 'a code was used twice')
    holds(
      codes.length === of(noodle).length,
      `${codes.length} codes for ${of(noodle).length} that asked for one`,
    )
    for (const account of world.people) {
      const all = [...of(visit), ...of(golden)].filter(({ account_id }) => account_id === account)
      holds(all.length <= EACH, `${account} was given something ${all.length} times`)
      const own = [...of(visit), ...of(noodle)].filter(({ account_id }) => account_id === account)
      const used = of(golden).filter(({ account_id }) => account_id === account)
      holds(used.length <= own.length, 'a stamp was used twice')
    }
    const ends = rows.map(({ status, released }) => `triggers ${released ? 'taken back' : status}`)
    return [...ends, ...(await judgeMints(world))]
  },
}
