import { listHoldings, shownHolding } from '@talad/campaign/holding/rows'
import { type Minter, queueOf, type Used } from '@talad/campaign/lane/minter'
import { askFor } from '@talad/campaign/mint/ask'
import { noteTransactions } from '@talad/campaign/mint/note'
import { askRetry, cancelMint } from '@talad/campaign/mint/operate'
import type { MintRow } from '@talad/campaign/mint/rows'
import { chainKeyOf } from '@talad/campaign/mint/save'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { callAs } from '@talad/shared/decision'
import { transact } from '@talad/shared/stream'
import { Wallet } from 'ethers'
import { holds } from '../../proof.ts'
import type { ProcessModel } from '../crashable.ts'
import { type Fate, laneOf, noteFate, send } from '../lane.ts'
import { hexOf } from '../order-samples.ts'
import { answerOf } from '../simulation.ts'
import { type Operation, operation, type Simulation } from '../workload.ts'
import { BLOCKCHAIN, type CampaignService, CHAIN_ID, type Fair, LANTERNS, MINTER_KEY } from './fair.ts'

/** Keys that the contracts of a chain have seen, with what it says of each. */
export type Chain = Map<string, NonNullable<Used>>
/** What is granted under a key, or minted directly to nobody; `made` once it is. */
type Wish = { key: string; holderId: string | null; isMinted: boolean; made?: string | undefined }

/** What a sequence knows of mints. */
export type Minting = {
  simulation: Simulation
  at: CampaignService
  fair: Fair
  people: readonly string[]
  chain: Chain
  wishes: Wish[]
  /** who has a wallet */
  linked: Set<string>
}

const REVERTS = 0.3
/** What another transaction than the one that is known has minted. */
const BESIDE = 0.4
const actor = { accountId: 'account-owner', customerId: undefined }
const wallet = new Wallet(MINTER_KEY)

/** The chain as a process sees it: calldata is the keys. What is new isn't deep at the first look. */
export const minterOn = (chain: Chain, process: ProcessModel) =>
  ({
    batchData: (all) => `0x${all.map(({ key }) => key.slice(2)).join('')}`,
    used: (_, keys) =>
      process.awaits('chain: used', async () =>
        keys.map((key) => {
          const seen = chain.get(key)
          if (seen) chain.set(key, { ...seen, deep: true })
          return seen
        }),
      ),
  }) satisfies Partial<Minter>

const mintBeside = (chain: Chain, key: string, deep: boolean) =>
  chain.set(key, { txHash: hexOf(`beside ${key}`, 64), deep })

async function ask({ simulation, at, fair }: Minting, wish: Wish): Promise<void> {
  const { key, holderId, isMinted } = wish
  const wanted = {
    by: actor.accountId,
    automintId: key,
    itemId: fair.lantern,
    itemTokenId: undefined,
    blockchain: isMinted ? BLOCKCHAIN : undefined,
    contractClass: undefined,
    receiver: holderId === null ? hexOf(key, 40) : undefined,
    holderId: holderId ?? undefined,
    source: { origin: 'mint', campaignId: null, triggerId: null },
  } as const
  const about = { chainId: CHAIN_ID, now: simulation.now() }
  const answer = await simulation.perform(at, () =>
    answerOf(async () => {
      const { holding, mint } = await transact(at.deps, (tx) => askFor(tx, wanted, about))
      const made = (holding ?? mint)?.id
      holds(made !== undefined && [undefined, made].includes(wish.made), `${key} was made twice`)
      wish.made = made
    }),
  )
  simulation.trace.push(`mint: ${answer}`)
}

/** In an order that is the same for a name: ids are drawn by chance. */
const mintsOf = async ({ at, fair }: Minting, states: readonly string[]): Promise<MintRow[]> =>
  (
    await at.db.query<MintRow>(
      `select m.* from mint m join vitem i on i.id = m.item_id where m.project_id = $1 and m.state = any($2)
       order by i.number, m.item_token_id`,
      [fair.project, states],
    )
  ).rows

async function decideOn(world: Minting, what: 'cancel' | 'retry', mint: MintRow): Promise<void> {
  const { id, chain_key, holding_id } = mint
  const { simulation, at, chain } = world
  const { random, trace, now } = simulation
  // what is minted directly has lost its place, and another may have it
  if (what === 'retry' && holding_id !== null && random() < BESIDE) mintBeside(chain, chain_key, true)
  const call = callAs(actor, hexOf(`${what} ${id} ${trace.length}`, 24).slice(2), id)
  const work = () =>
    what === 'cancel'
      ? cancelMint(at.deps, call, { id, by: actor.accountId }, () => ({}))
      : askRetry(at.deps, call, id, { note: 'asked for', now: now() })
  trace.push(`${what}: ${await simulation.perform(at, () => answerOf(work))}`)
}

type Batch = { job: string; data: string; hash: string }

const batchesOf = async ({ at, fair }: Minting, states: readonly string[]): Promise<Batch[]> =>
  (
    await at.db.query<Batch>(
      `select t.id as job, t.data,
         (select hash from kit.chain_tx_attempt where job_id = t.id order by seq desc limit 1) as hash
       from kit.chain_tx t join mint_batch b on t.id = 'batch:' || b.id
       join collection_contract c on c.id = b.contract_id where c.project_id = $1 and t.status = any($2) order by t.seq`,
      [fair.project, states],
    )
  ).rows

const lane = ({ at: { deps }, simulation }: Minting) =>
  laneOf(deps, simulation, {
    queue: queueOf(wallet.address.toLowerCase()),
    wallet,
    onChange: (tx, changes) => noteTransactions(tx, deps, changes),
  })

const sendAll = (world: Minting, batches: readonly Batch[]) =>
  world.simulation.perform(world.at, () =>
    send(
      lane(world),
      batches.map(({ job }) => job),
    ),
  )

const note = (world: Minting, { job, hash }: Batch, is: Fate['is']) =>
  world.simulation.perform(world.at, () =>
    noteFate(lane(world), job, is === 'failed' ? { is } : { is, block: 100, blockHash: hash }),
  )

const keysIn = ({ data }: Batch) => (data.slice(2).match(/.{64}/g) ?? []).map((key) => `0x${key}`)

/** A batch is mined, or reverts: by chance, as a contract takes no key twice, or as another transaction was faster. */
async function answer(world: Minting, batch: Batch): Promise<void> {
  const { chain, simulation } = world
  const { random, trace } = simulation
  const keys = keysIn(batch)
  const reverts = random() < REVERTS || keys.some((key) => chain.has(key))
  const [only = '', ...others] = keys
  // of several, who is to be asked again could still be taken back
  if (reverts && others.length === 0 && !chain.has(only) && random() < BESIDE) mintBeside(chain, only, false)
  if (!reverts) for (const key of keys) chain.set(key, { txHash: batch.hash, deep: true })
  trace.push(reverts ? 'reverts' : 'is mined')
  await note(world, batch, reverts ? 'failed' : 'mined')
}

async function takeBack(world: Minting, batch: Batch): Promise<void> {
  for (const key of keysIn(batch)) world.chain.delete(key)
  await note(world, batch, 'sent')
}

export const mintOperations: readonly Operation<Minting>[] = [
  operation(
    'mint',
    6,
    ({ people }) => [null, ...people],
    (world, holderId) => {
      const { wishes, simulation } = world
      const isMinted = holderId === null || simulation.random() < 0.8
      const wish = { key: `${simulation.key} mint ${wishes.length}`, holderId, isMinted }
      wishes.push(wish)
      return ask(world, wish)
    },
  ),
  operation('mint again', 2, ({ wishes }) => wishes, ask),
  operation(
    'cancel',
    2,
    (world) => mintsOf(world, ['open']),
    (world, mint) => decideOn(world, 'cancel', mint),
  ),
  operation(
    'retry',
    3,
    (world) => mintsOf(world, ['failed', 'canceled']),
    (world, mint) => decideOn(world, 'retry', mint),
  ),
  operation(
    'wallet',
    2,
    ({ people, linked }) => people.filter((one) => !linked.has(one)),
    ({ linked, simulation }, accountId) => {
      linked.add(accountId)
      const wallets = [{ address: hexOf(`wallet of ${accountId}`, 40), provider: 'web3', provedOn: '' }]
      const about = { accountId, wallets, revision: 1 }
      simulation.send(outgoing('identity.account.v1', accountId, AccountChangedSchema, about))
    },
  ),
  operation(
    'send',
    4,
    async (world) => {
      const batches = await batchesOf(world, ['pending', 'processing'])
      return batches.length > 0 ? [batches] : []
    },
    sendAll,
  ),
  operation('answer', 4, (world) => batchesOf(world, ['sent']), answer),
  operation('take back', 1, (world) => batchesOf(world, ['mined']), takeBack),
]

/** What is batched goes out, and the chain answers. @returns whether something was under way */
export async function advanceMints(world: Minting): Promise<boolean> {
  const waiting = await batchesOf(world, ['pending', 'processing'])
  if (waiting.length > 0) await sendAll(world, waiting)
  const [sent] = await batchesOf(world, ['sent'])
  if (sent) await answer(world, sent)
  return sent !== undefined
}

export const isMinting = async (world: Minting) => (await mintsOf(world, ['open'])).length > 0

/**
 * What is mined is what the chain has, each once; a holding is on chain or can be used here, and waits for no wallet that
 * there is; what was asked for under a key is there, and no more than the limit.
 */
export async function judgeMints(world: Minting): Promise<readonly string[]> {
  const { at, fair, chain, wishes, linked } = world
  const mints = await mintsOf(world, ['open', 'mined', 'failed', 'canceled'])
  const which = { projectId: fair.project }
  const { list } = await listHoldings(at.db, which, { size: 1_000, index: 0, count: undefined })
  const has = (id: string | null) => id !== null && chain.has(chainKeyOf(id))
  for (const { id, state } of mints)
    holds(
      state !== 'open' && (state === 'mined') === has(id),
      `a mint is ${state}, and ${has(id) ? '' : 'not '}on the chain`,
    )
  holds(chain.size === mints.filter(({ id }) => has(id)).length, 'the chain has what nobody asked for')
  const holdings = new Set(list.map(({ id }) => id))
  holds(
    mints.every(({ holding_id: of }) => of === null || holdings.has(of)),
    'what was minted is taken back',
  )
  const states = list.map((row) => {
    const { state, balance } = shownHolding(row)
    const [isOnChain, canBeUsed] = [has(row.mint_id), balance === row.amount]
    const text = `a holding is ${state}, ${isOnChain ? '' : 'not '}on the chain, and has a balance of ${balance}`
    holds(isOnChain === (state === 'minted') && isOnChain !== canBeUsed, text)
    holds(state !== 'waiting' || !linked.has(row.holder_id), 'what waited for a wallet that came still does')
    return `holdings ${state}`
  })
  const ofKey = (key: string) => [
    ...list.filter(({ automint_id: of }) => of === key),
    ...mints.filter(({ automint_id: of, holding_id }) => of === key && holding_id === null),
  ]
  for (const { key, made } of wishes)
    holds(
      ofKey(key)
        .map(({ id }) => id)
        .join() === (made ?? ''),
      `${key} is not what was answered`,
    )
  const lanterns = wishes.flatMap(({ key }) => ofKey(key).filter((one) => 'holder_id' in one || has(one.id)))
  holds(lanterns.length <= LANTERNS, `${lanterns.length} lanterns were given`)
  return [...states, ...mints.map(({ state }) => `mints ${state}`)]
}
