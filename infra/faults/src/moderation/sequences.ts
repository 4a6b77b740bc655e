import { assetIdOf } from '@talad/asset-indexer/chain/ids'
import { times } from '@talad/demo/random'
import { expiryJob } from '@talad/shipping-payment/jobs/expiry'
import { sideBySide } from '../crowd/patient.ts'
import { doJobs } from '../log/repeat/job-queue.ts'
import { NOW } from '../log/repeat/steps.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { carry, goOn, throwIt } from './carry.ts'
import { confirm, deliver, mine, reverseLost } from './fulfilments.ts'
import { type Installation, openInstallation } from './installation.ts'
import { digestOf, insist, type Playing, startPlaying } from './play.ts'
import { LISTED, PLACES, RANGES, type RangeName, sequenceOf, TOKENS } from './sequence.ts'
import { decideOn, take } from './steps.ts'
import { judge } from './verdict.ts'

/** Each has databases of its own, in which its sequences lie side by side; a few sequences need fewer. */
const LANES = 4
const LEAST_OF_A_LANE = 5
/** So many of all are played again from nothing. */
const REPLAYED = 0.01
const TOLD_EVERY = 250
/** The name of one sequence, to play it alone and see what happened: `FAULTS_SEQUENCE=20261121/33` */
const ONE = 'FAULTS_SEQUENCE'
const STEP_MS = 1_000
/** SP-4: a purchase that nobody pays is over by then. */
const EXPIRED_MS = 11 * 60_000
const MOST_ROUNDS = 100
/** In so many rounds of coming to rest a block goes once more. */
const TAKES_BACK = 0.15

async function mint({ at, contract }: Playing): Promise<void> {
  const { db } = at.indexer
  await db.query(
    `insert into collection (id, blockchain, address, type, slug, name)
     values ($1, 'kub', $1, 'erc1155', $1, 'a collection')`,
    [contract],
  )
  for (const token of TOKENS)
    await db.query(
      `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block)
       values ($1, $2, $2, $3, 4, 1, $4, 1)`,
      [assetIdOf('kub', contract, `${token}`), contract, `${token}`, NOW],
    )
}

/** The last suspension is lifted, and all that goes on by itself does, to its end. */
async function comeToRest(playing: Playing): Promise<void> {
  const { at, chain, sequence } = playing
  for (const name of Object.keys(RANGES)) await decideOn(playing, 'lift', name as RangeName)
  for (let rounds = 0; ; rounds++) {
    holds(rounds < MOST_ROUNDS, 'it doesn’t come to rest')
    const moved = [await carry(playing), await deliver(playing), await reverseLost(playing)]
    const [tx] = chain.txs.filter(({ isDead, block }) => !isDead && !block?.confirmed)
    if (tx && !tx.block) await mine(playing, tx)
    else if (tx) await confirm(playing, tx)
    else if (!moved.includes(true)) break
    if (chain.txs.length > 0 && sequence.random() < TAKES_BACK) await take(playing, { kind: 'reorganise' })
  }
  const later = new Date(at.now().getTime() + EXPIRED_MS)
  await insist(playing, at.shipping, (deps) => doJobs(deps, expiryJob, throwIt, later))
  await carry(playing)
}

type Count = {
  steps: number
  deliveries: number
  deaths: number
  signed: number
  diedAt: Set<string>
  ends: Record<string, number>
}

const newCount = (): Count => ({ steps: 0, deliveries: 0, deaths: 0, signed: 0, diedAt: new Set(), ends: {} })

/** Plays one sequence and judges it. @returns the same trace for the same name. @throws Disproved that names it */
async function playOne(at: Installation, name: string, count: Count): Promise<string> {
  const sequence = sequenceOf(name)
  await at.begin()
  const playing = await startPlaying(at, sequence)
  try {
    await mint(playing)
    for (const [number, step] of sequence.steps.entries()) {
      for (const death of sequence.deaths)
        if (death.step === number) at[death.place].life.plan(death.awaits, death.phase)
      await take(playing, step)
      at.pass(STEP_MS)
      await (number === LISTED - 1 ? carry(playing) : goOn(playing))
    }
    await comeToRest(playing)
    for (const place of PLACES) at[place].life.plan(0, 'before')
    const ends = await judge(playing)
    for (const [end, n] of Object.entries(ends)) count.ends[end] = (count.ends[end] ?? 0) + n
    count.steps += sequence.steps.length
    count.deliveries += playing.deliveries
    count.deaths += playing.diedAt.length
    count.signed += playing.signed.size
    for (const where of playing.diedAt) count.diedAt.add(where)
    return digestOf(playing)
  } catch (error) {
    if (error instanceof Error) error.message = `sequence ${name}: ${error.message}`
    throw error
  } finally {
    if (process.env[ONE] !== undefined) console.log(playing.trace.join('\n'))
  }
}

async function run({ postgres, size, seed, say }: Context): Promise<Figures> {
  const count = newCount()
  const traces = new Map<string, string>()
  const width = Math.min(LANES, Math.ceil(size / LEAST_OF_A_LANE))
  const lanes = await Promise.all(times(width, () => openInstallation(postgres)))
  const again = await openInstallation(postgres)
  try {
    const free = [...lanes]
    const one = process.env[ONE]
    const names = one === undefined ? times(size, (n) => `${seed}/${n}`) : [one]
    await sideBySide(names, width, async (name, n) => {
      const lane = free.pop()
      if (!lane) throw new Error('there is no lane')
      traces.set(name, await playOne(lane, name, count))
      free.push(lane)
      if (n % TOLD_EVERY === TOLD_EVERY - 1) say(`${n + 1} sequences`)
    })
    const replayed = [...traces].slice(0, Math.max(1, Math.round(size * REPLAYED)))
    for (const [name, trace] of replayed) {
      const second = await playOne(again, name, newCount())
      holds(second === trace, `sequence ${name} went another way when it was played again`)
    }
    const { ends, diedAt, ...sums } = count
    return {
      steps: sums.steps,
      deliveries: sums.deliveries,
      'fulfilments signed': sums.signed,
      deaths: sums.deaths,
      'awaits at which it died, before and after': diedAt.size,
      'played again alike': replayed.length,
      purchases: Object.entries(ends)
        .sort()
        .map(([end, n]) => `${end} ${n}`)
        .join(', '),
    }
  } finally {
    await Promise.all([...lanes, again].map((at) => at.close()))
  }
}

export const suspensionSequences: Proof = {
  id: 'B1-suspension',
  title:
    'After random sequences of suspend, overlap, lift, list, ship, pay, deliver, settle and reorganise, with processes that die at their awaits and messages that come late and again, no delivery was signed of what was known to be suspended, nothing suspended was listed or bought, each paid purchase is delivered or refunded once, and after the last lift the market is as if nothing had ever been suspended, apart from purchases that ended; a seed plays the same again',
  size: 10_000,
  unit: 'sequences',
  limitMinutes: 120,
  inCi: 150,
  inTests: 10,
  run,
  found: [],
}
