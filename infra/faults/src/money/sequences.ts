import { manifest as bankManifest } from '@talad/bank-withdrawal/manifest'
import { times } from '@talad/demo/random'
import { verifyLedger } from '@talad/ledger/books/proof'
import { manifest as ledgerManifest } from '@talad/ledger/manifest'
import { hashChain } from '@talad/ledger/transfer/hash-chain'
import type { Db } from '@talad/shared/db'
import { createNotifier } from '@talad/shared/notifier'
import { sideBySide } from '../crowd/patient.ts'
import { brokenInvariants } from '../judge/invariants.ts'
import type { Common } from '../log/repeat/harness.ts'
import { caughtUp, keepUp } from '../log/repeat/read-up.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { type Installation, openInstallation } from './installation.ts'
import { endOf, play } from './play.ts'
import { sequenceOf } from './sequence.ts'
import { flowsBetween, judge } from './verdict.ts'

/** Each has databases and processes of its own. More than there are processors, as each mostly waits for Postgres. */
const LANES = 8
/** A lane for fewer would take longer to make than it saves. */
const LEAST_OF_A_LANE = 5
/** So many books are judged at once: that keeps Postgres busy. */
const JUDGED_AT_ONCE = 2
/** So many of all are played again from nothing. */
const REPLAYED = 0.01
const TOLD_EVERY = 250

type Count = {
  operations: number
  deliveries: number
  commands: number
  deaths: number
  withdrawals: Record<string, number>
  /** awaits at which processes died, before them and after them */
  diedAt: Set<string>
}

/** Plays one sequence and judges it. @returns the same trace for the same name. @throws Disproved that names it */
async function playOne(
  at: Installation,
  name: string,
  count: Count,
): Promise<{ trace: readonly string[]; flows: Flows }> {
  const sequence = sequenceOf(name)
  const from = { log: await endOf(at.ledgerDb), flows: await lastFlow(at.ledgerDb) }
  try {
    const played = await play(at, sequence)
    const { commands, withdrawals, ...flows } = await judge(at, sequence, played, from)
    count.operations += sequence.operations.length
    count.deliveries += played.deliveries
    count.commands += commands
    count.deaths += played.diedAt.length
    for (const where of played.diedAt) count.diedAt.add(where)
    for (const [end, n] of Object.entries(withdrawals))
      count.withdrawals[end] = (count.withdrawals[end] ?? 0) + n
    return { trace: played.trace, flows: { from: from.flows, ...flows } }
  } catch (error) {
    if (error instanceof Error) error.message = `sequence ${name}: ${error.message}`
    throw error
  }
}

/** @throws Disproved that says where a sequence went another way when it was played again */
function requireAlike(name: string, first: readonly string[], second: readonly string[]): void {
  const length = Math.max(first.length, second.length)
  const parted = times(length, (step) => step).find((step) => first[step] !== second[step])
  if (parted === undefined) return
  const steps = `${first[parted] ?? 'the end'}, then: ${second[parted] ?? 'the end'}`
  holds(false, `sequence ${name} went another way when it was played again, at its step ${parted}: ${steps}`)
}

type Flows = { from: bigint; end: bigint; hash: string }

async function lastFlow(db: Db): Promise<bigint> {
  const { rows } = await db.query<{ end: bigint }>('select coalesce(max(id), 0) as end from flow')
  return rows[0]?.end ?? 0n
}

/** All books of an installation: chain, sums, invariants, and no flow that has changed since its sequence. */
async function judgeAll(at: Installation, flows: readonly Flows[]): Promise<bigint> {
  for (const { from, end, hash } of flows) {
    const now = await flowsBetween(at.ledgerDb, from, end)
    holds(now.hash === hash, `a flow between ${from} and ${end} has changed`)
  }
  const notifier = createNotifier(at.ledgerDb)
  const common = { db: at.ledgerDb, notifier } as unknown as Common
  const chain = keepUp(common, hashChain)
  try {
    await caughtUp(common, hashChain)
  } finally {
    await chain.close()
    await notifier.close()
  }
  const { transfers, faults } = await verifyLedger(at.ledgerDb)
  holds(faults.length === 0, `the books don't verify: ${faults[0]}`)
  const databases = (service: string) => (service === 'ledger' ? at.ledgerDb : at.bankDb)
  const broken = await brokenInvariants(databases, [ledgerManifest, bankManifest])
  holds(broken.length === 0, broken.join('; '))
  return transfers
}

type Lane = { at: Installation; flows: Flows[] }

async function run({ postgres, size, seed, say }: Context): Promise<Figures> {
  const count: Count = {
    operations: 0,
    deliveries: 0,
    commands: 0,
    deaths: 0,
    withdrawals: {},
    diedAt: new Set(),
  }
  const replayed = Math.max(1, Math.round(size * REPLAYED))
  const traces = new Map<string, readonly string[]>()
  const width = Math.min(LANES, Math.ceil(size / LEAST_OF_A_LANE))
  const lanes = await Promise.all(
    times(width, async (): Promise<Lane> => ({ at: await openInstallation(postgres), flows: [] })),
  )
  const again = await openInstallation(postgres)
  try {
    const free = [...lanes]
    await sideBySide(
      times(size, (n) => `${seed}/${n}`),
      width,
      async (name, n) => {
        const lane = free.pop()
        if (!lane) throw new Error('there is no lane')
        const { trace, flows } = await playOne(lane.at, name, count)
        lane.flows.push(flows)
        if (traces.size < replayed) traces.set(name, trace)
        free.push(lane)
        if (n % TOLD_EVERY === TOLD_EVERY - 1) say(`${n + 1} sequences`)
      },
    )
    let transfers = 0n
    const judged = await sideBySide(lanes, JUDGED_AT_ONCE, ({ at, flows }) => judgeAll(at, flows))
    for (const sum of judged) transfers += sum
    for (const [name, trace] of traces) {
      const second = await playOne(again, name, { ...count, withdrawals: {}, diedAt: new Set() })
      requireAlike(name, trace, second.trace)
    }
    const { diedAt, withdrawals, ...sums } = count
    return {
      operations: sums.operations,
      deliveries: sums.deliveries,
      'commands posted': sums.commands,
      'transfers verified': Number(transfers),
      deaths: sums.deaths,
      'awaits at which it died, before and after': diedAt.size,
      'played again alike': traces.size,
      withdrawals: Object.entries(withdrawals)
        .sort()
        .map(([end, n]) => `${end} ${n}`)
        .join(', '),
      'satang lost or made': 0,
    }
  } finally {
    await Promise.all([...lanes.map(({ at }) => at), again].map((at) => at.close()))
  }
}

export const sequences: Proof = {
  id: 'B1',
  title:
    'After random sequences of at least fifty operations on money, told twice and in other orders, with processes that die at their awaits, each command has had its effect once, every balance is the sum of its flows, all accounts together are zero, nothing is negative, no flow has changed, and each withdrawal is paid once or given back once; a seed plays the same again',
  size: 10_000,
  unit: 'sequences',
  limitMinutes: 120,
  inCi: 150,
  inTests: 10,
  run,
  found: [],
}
