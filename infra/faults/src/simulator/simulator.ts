import { times } from '@talad/demo/random'
import { verifyLedger } from '@talad/ledger/books/proof'
import { hashChain } from '@talad/ledger/transfer/hash-chain'
import { openDb } from '@talad/shared/db'
import { rebuildReadModel } from '@talad/shared/read-model'
import { sideBySide } from '../crowd/patient.ts'
import { brokenInvariants } from '../judge/invariants.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { campaign } from './campaign/workload.ts'
import { identity } from './identity/workload.ts'
import { flowsBetween, type Ledger, ledgerEnd, type Since } from './ledger.ts'
import { money } from './money/workload.ts'
import { createClock, type Played, playSequence } from './simulation.ts'
import { site } from './site/workload.ts'
import { suspension } from './suspension/workload.ts'
import type { Environment, Workload } from './workload.ts'

/** Each has databases and processes of its own. More than there are processors, as each mostly waits for Postgres. */
const LANES = 4
/** A lane for fewer sequences would take longer to make than it saves. */
const LEAST_OF_A_LANE = 5
/** So many of all are played again from nothing. */
const REPLAYED = 0.01
const SAY_EVERY = 250
/** One sequence, to play it alone and see what happened, or all of a workload: `20261121/money/33`, `money` */
const ASKED = process.env.FAULTS_SEQUENCE
const ONE = ASKED?.includes('/') ? ASKED : undefined

/** A workload on an environment of its own, in which sequences follow one another. */
type Lane = {
  play(name: string): Promise<Played>
  /** judges what all sequences together have left. @returns how many transfers the ledger verified */
  judge(): Promise<number>
  close(): Promise<void>
}

/** The whole ledger: its hash chain, sums and locks, and no flow that has changed since it was posted. */
async function judgeBooks({ db, url }: Ledger, parts: readonly { from: Since; end: Since; hash: string }[]) {
  for (const { from, end, hash } of parts)
    holds((await flowsBetween(db, from, end)) === hash, `a flow after ${from.flows} has changed`)
  const owner = openDb(url, { owner: true, max: 2 })
  await rebuildReadModel(owner, hashChain).finally(() => owner.end())
  const { transfers, faults } = await verifyLedger(db)
  holds(faults.length === 0, `the books don't verify: ${faults[0]}`)
  return Number(transfers)
}

async function openLane<Env extends Environment & { ledger: Ledger }, World>(
  workload: Workload<Env, World>,
  postgres: string,
): Promise<Lane> {
  const clock = createClock()
  const environment = await workload.open(postgres, clock.now)
  const { services, ledger } = environment
  const parts: { from: Since; end: Since; hash: string }[] = []
  const onEnd = (trace: readonly string[]) => ONE !== undefined && console.log(trace.join('\n'))
  return {
    async play(name) {
      const from = await ledgerEnd(ledger.db)
      const played = await playSequence(workload, environment, clock, { name, onEnd })
      const end = await ledgerEnd(ledger.db)
      parts.push({ from, end, hash: await flowsBetween(ledger.db, from, end) })
      return played
    },
    async judge() {
      const dbs = new Map(services.map(({ name, db }) => [name, db]))
      const databaseOf = (name: string) => dbs.get(name) ?? ledger.db
      const broken = await brokenInvariants(
        databaseOf,
        services.map(({ manifest }) => manifest),
      )
      holds(broken.length === 0, broken.join('; '))
      for (const { name, db } of services) {
        const { rows } = await db.query('select error from kit.dead_letter limit 1')
        holds(rows.length === 0, `${name} can't handle what it was sent`)
      }
      return judgeBooks(ledger, parts)
    },
    async close() {
      for (const service of services) await service.close()
    },
  }
}

/** All workloads. A new one is a line here. */
const workloads: Readonly<Record<string, (postgres: string) => Promise<Lane>>> = {
  money: (postgres) => openLane(money, postgres),
  suspension: (postgres) => openLane(suspension, postgres),
  campaign: (postgres) => openLane(campaign, postgres),
  identity: (postgres) => openLane(identity, postgres),
  site: (postgres) => openLane(site, postgres),
}

/** Numbers by their names. */
type Count = Map<string, number>
const add = (count: Count, name: string, n = 1) => count.set(name, (count.get(name) ?? 0) + n)

/** @throws Disproved that says where a sequence went another way when it was played again */
function requireAlike(name: string, first: readonly string[], second: readonly string[]): void {
  const length = Math.max(first.length, second.length)
  const parted = times(length, (step) => step).find((step) => first[step] !== second[step])
  if (parted === undefined) return
  const steps = `${first[parted] ?? 'the end'}, then: ${second[parted] ?? 'the end'}`
  holds(false, `sequence ${name} went another way when it was played again, at its step ${parted}: ${steps}`)
}

type Open = (postgres: string) => Promise<Lane>

/** Plays sequences of a workload, side by side. @returns how many of them were played again, and went the same way */
async function runWorkload(
  open: Open,
  names: readonly string[],
  { postgres, say }: Context,
  onPlayed: (played: Played) => void,
): Promise<{ transfers: number; replayed: number }> {
  const width = Math.min(LANES, Math.ceil(names.length / LEAST_OF_A_LANE))
  const lanes = await Promise.all(times(width, () => open(postgres)))
  const again = await open(postgres)
  const traces = new Map<string, readonly string[]>()
  try {
    const free = [...lanes]
    await sideBySide(names, width, async (name, n) => {
      const lane = free.pop()
      if (!lane) throw new Error('there is no lane')
      const played = await lane.play(name)
      onPlayed(played)
      if (traces.size < Math.max(1, names.length * REPLAYED)) traces.set(name, played.simulation.trace)
      free.push(lane)
      if (n % SAY_EVERY === SAY_EVERY - 1) say(`${name}: ${n + 1} sequences`)
    })
    let transfers = 0
    for (const lane of lanes) transfers += await lane.judge()
    for (const [name, trace] of traces) requireAlike(name, trace, (await again.play(name)).simulation.trace)
    return { transfers, replayed: traces.size }
  } finally {
    await Promise.all([...lanes, again].map((lane) => lane.close()))
  }
}

async function run(context: Context): Promise<Figures> {
  const { size, seed } = context
  const count: Count = new Map()
  const crashedAt = new Set<string>()
  const parts = Object.entries(workloads).filter(([name]) => ASKED?.split('/').includes(name) ?? true)
  for (const [workload, open] of parts) {
    const names = times(Math.ceil(size / parts.length), (n) => `${seed}/${workload}/${n}`)
    const done = await runWorkload(open, ONE === undefined ? names : [ONE], context, (played) => {
      const { ends, operations, simulation } = played
      add(count, 'operations', operations)
      add(count, 'messages', simulation.messages.length)
      add(count, 'crashes', simulation.crashedAt.length)
      for (const where of simulation.crashedAt) crashedAt.add(where)
      for (const end of ends) add(count, end)
    })
    add(count, 'transfers verified', done.transfers)
    add(count, 'played again alike', done.replayed)
  }
  return {
    ...Object.fromEntries([...count].toSorted(([a], [b]) => a.localeCompare(b))),
    'awaits at which it crashed, before and after': crashedAt.size,
    'satang lost or made': 0,
  }
}

export const simulator: Proof = {
  id: 'B1',
  title:
    'After random sequences of operations, messages that come late and again and processes that crash at their awaits, each command to the ledger has had its effect once, every balance is the sum of its flows, all accounts together are zero, nothing is negative and no flow has changed; each withdrawal is paid once or given back once; nothing that was known to be suspended was listed, bought or signed, each paid purchase is delivered or refunded once, and after the last lift the market is as if nothing had ever been suspended; what was minted is on the chain once, as its records say, and what somebody holds is there or can be used here; an identity has at most one account, nobody is left without a way in, and all services agree whose a wallet is; a site shows what was published last, each once and none before its time, at hosts of its own that it has proved, and all services agree which these are; a seed plays the same again',
  size: 20_000,
  unit: 'sequences',
  limitMinutes: 180,
  inCi: 200,
  run,
  found: [
    'What was given to a wallet that its account had unlinked, and that Join named for another person at a refresh, stayed unclaimed until that person signed in again: once in 10,000 sequences of identity (`FAULTS_SEQUENCE=identity npm run faults -- B1 --scale 0.5`), which hold since.',
  ],
}
