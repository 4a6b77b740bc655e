import { fileURLToPath } from 'node:url'
import { randomFrom } from '@talad/demo/random'
import type { Command } from '@talad/ledger/transfer/commands'
import { openPosting, post } from '@talad/ledger/transfer/post'
import { topup as topupOf } from '@talad/ledger/transfer/topup'
import { type Db, openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import type { Bench, Context, Line } from '../bench.ts'
import { makeBare, writeBare } from './bare.ts'
import { type Endurance, endure } from './endurance.ts'
import { closedLoop, type Measured, median } from './load.ts'
import { openPgledger, type Pgledger } from './pgledger.ts'
import { bytesOf } from './size.ts'

const WAITING = 64
const CUSTOMERS = 10_000
const ROUNDS = 5
const migrations = fileURLToPath(new URL('../../../../services/ledger/prisma/migrations', import.meta.url))
const customers = Array.from({ length: CUSTOMERS }, (_, index) => `join-bench-${index}`)
const random = randomFrom('ledger')
const anyone = () => customers[Math.floor(random() * CUSTOMERS)] ?? ''
const theHotOne = () => 'join-bench-0'

let serial = 0
/** As long as our ids are. */
const nextId = () => (++serial).toString(16).padStart(24, '0')

function topup(customerId: string): Command {
  return topupOf({ id: nextId(), customerId, unit: 'pt_thb', value: 12_345n, reference: String(serial) })
}

type Load = {
  seconds: number
  workers?: number
  who?: () => string
  /** called after each batch */
  posted?: () => void
}

function ledgerLoad(posting: Db, { seconds, workers = 1, who = anyone, posted }: Load): Promise<Measured> {
  return closedLoop(
    { waiting: WAITING, workers, seconds },
    () => ({ command: topup(who()), correlationId: nextId() }),
    async (batch) => {
      await post(posting, batch, new Date())
      posted?.()
    },
  )
}

function bareLoad(db: Db, { seconds, workers = 1 }: Load): Promise<Measured> {
  return closedLoop(
    { waiting: WAITING, workers, seconds },
    () => ({ id: nextId(), customerId: anyone(), value: 12_345n }),
    (batch) => writeBare(db, batch, new Date()),
  )
}

type Kind = 'bare' | 'random' | 'hot' | 'bare4' | 'random4'
type Round = Record<Kind, Measured> & { pgledger?: Record<'random' | 'hot', Measured> }

/** All kinds of load one after the other, so that what disturbs the machine disturbs each. */
async function round(
  { db, posting, pgledger }: { db: Db; posting: Db; pgledger: Pgledger | undefined },
  seconds: number,
): Promise<Round> {
  return {
    bare: await bareLoad(db, { seconds }),
    random: await ledgerLoad(posting, { seconds }),
    hot: await ledgerLoad(posting, { seconds, who: theHotOne }),
    bare4: await bareLoad(db, { seconds, workers: 4 }),
    random4: await ledgerLoad(posting, { seconds, workers: 4 }),
    ...(pgledger && {
      pgledger: { random: await pgledger.random(seconds), hot: await pgledger.hot(seconds) },
    }),
  }
}

function lines(
  rounds: readonly Round[],
  endurance: Endurance,
  bytes: Record<'ours' | 'bare', number>,
): Line[] {
  const of = (kind: Kind, pick: (one: Measured) => number = (one) => one.perSecond) =>
    median(rounds.map((one) => pick(one[kind])))
  const best = Math.max(of('bare'), of('bare4'))
  const ours = Math.max(of('random'), of('random4'))
  const ratio = median(
    rounds.map(
      (one) =>
        Math.max(one.random.perSecond, one.random4.perSecond) /
        Math.max(one.bare.perSecond, one.bare4.perSecond),
    ),
  )
  const hotRatio = median(rounds.map((one) => one.hot.perSecond / one.random.perSecond))
  const rate = 'transfers/s'
  const bare = (what: string, figure: number) => ({ yardstick: { what, figure } })
  return [
    {
      what: 'two-leg transfers, random accounts, the better of 1 and 4 workers',
      ours,
      unit: rate,
      ...bare('bare statements, the better of 1 and 4 workers', best),
      bar: { says: 'at least 0.4', reached: ratio >= 0.4 },
    },
    {
      what: 'the same, one worker that takes all that wait',
      ours: of('random'),
      unit: rate,
      ...bare('bare statements, one worker', of('bare')),
    },
    {
      what: 'one hot account, one worker',
      ours: of('hot'),
      unit: rate,
      ...bare('ours on random accounts', of('random')),
      bar: { says: 'no slower', reached: hotRatio >= 1 },
    },
    ...(['p50', 'p99'] as const).map((which) => ({
      what: `${which} of a transfer, one worker`,
      ours: of('random', (one) => one[which]),
      unit: 'ms',
      ...bare(
        'bare statements',
        of('bare', (one) => one[which]),
      ),
    })),
    {
      what: 'stored for a transfer, indexes included',
      ours: bytes.ours,
      unit: 'bytes',
      ...bare('two bare flow rows', bytes.bare),
    },
    ...besidePgledger(rounds, ours, of('hot')),
    ...endurance.lines,
  ]
}

/** Its lines, where its SQL was given. */
function besidePgledger(rounds: readonly Round[], random: number, hot: number): Line[] {
  const theirs = rounds.flatMap((one) => one.pgledger ?? [])
  if (theirs.length === 0) return []
  const line = (what: string, ours: number, figure: number, atLeast: number): Line => ({
    what,
    ours,
    unit: 'transfers/s',
    yardstick: { what: 'pgledger, 20 clients, a transfer a call', figure },
    bar: { says: `at least ${atLeast}`, reached: ours >= atLeast * figure },
  })
  const middle = (pick: 'random' | 'hot') => median(theirs.map((one) => one[pick].perSecond))
  return [
    line('two-leg transfers, random accounts, beside pgledger', random, middle('random'), 5),
    line('one hot account, beside pgledger', hot, middle('hot'), 10),
  ]
}

async function run({ postgres, scale, say }: Context): Promise<Line[]> {
  const own = await createTestDatabase(postgres, migrations)
  const db = openDb(own.url, { owner: true })
  const posting = openPosting(own.url, {})
  const files = (process.env.PGLEDGER ?? '').split(' ').filter((file) => file !== '')
  const pgledger =
    files.length === 0
      ? undefined
      : await openPgledger(postgres, {
          files,
          customers: CUSTOMERS,
          draw: () => Math.floor(random() * CUSTOMERS),
        })
  const ledgers = { db, posting, pgledger }
  try {
    await makeBare(db, customers)
    await round(ledgers, Math.max(1, 3 * scale)) // plans are made, accounts opened
    await db.query('vacuum analyze')
    const sizes = await bytesOf(db)
    const rounds: Round[] = []
    for (let n = 0; n < ROUNDS; n += 1) {
      const one = await round(ledgers, 4 * scale)
      rounds.push(one)
      const { pgledger: theirs, ...kinds } = one
      const named = {
        ...kinds,
        ...(theirs && { pgledger: theirs.random, 'pgledger, hot': theirs.hot }),
      }
      const rates = Object.entries(named).map(([kind, { perSecond }]) => `${kind} ${Math.round(perSecond)}/s`)
      say(`round ${n + 1}: ${rates.join(', ')}`)
    }
    const counted = (...kinds: Kind[]) =>
      rounds.reduce((sum, one) => sum + kinds.reduce((part, kind) => part + one[kind].count, 0), 0)
    const grown = await bytesOf(db)
    const bytes = {
      ours: (grown.ours - sizes.ours) / counted('random', 'hot', 'random4'),
      bare: (grown.bare - sizes.bare) / counted('bare', 'bare4'),
    }
    const endurance = await endure({
      url: own.url,
      db,
      scale,
      say,
      load: (seconds, posted) => ledgerLoad(posting, { seconds, posted }),
      yardstick: (seconds) => bareLoad(db, { seconds }),
    })
    return lines(rounds, endurance, bytes)
  } finally {
    await pgledger?.end()
    await posting.end()
    await db.end()
    await own.drop()
  }
}

export const ledgerBench: Bench = {
  name: 'ledger',
  bar: 'P1',
  title:
    'Two-leg transfers with 64 commands waiting, beside one bare set-based statement for the same flow rows and accounts.',
  run,
}
