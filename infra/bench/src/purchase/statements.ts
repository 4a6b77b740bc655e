import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Run } from '@talad/dev/run-file'
import { z } from 'zod'
import type { Bench, Context, Line } from '../bench.ts'
import { partsOf } from '../start/parts.ts'
import { drive } from './drive.ts'
import { prepareMarket } from './market.ts'
import { watchForQuiet } from './quiet.ts'

const WARM_UP = 20
/** at `--scale 1`; fewer than the least say nothing about what several cost together */
const COUNTED = 100
const LEAST = 20
const RATE = 25
const IDLE_MS = 10_000
const LOOK_MS = 20
/** Statements that are named one by one: so many a purchase at least. */
const NAMED = 0.1

const noted = z.object({ at: z.number(), counts: z.record(z.string(), z.number()) })

/** Statements by database and text, and processor time, since the start of a system. */
type Spent = { at: number; statements: Map<string, number>; nodeMs: number; postgresMs: number }

/** What the system has sent until now: waits for the next note of its process. */
async function spentUntilNow({ pid }: Run, file: string): Promise<Spent> {
  const now = Date.now()
  for (;;) {
    const text = await readFile(`${file}.${pid}`, 'utf8')
    const { at, counts } = noted.parse(JSON.parse(text))
    if (at > now) {
      const parts = await partsOf(pid)
      const sum = (of: RegExp) =>
        parts.filter(({ name }) => of.test(name)).reduce((total, { cpuMs }) => total + cpuMs, 0)
      const statements = new Map(Object.entries(counts))
      return { at, statements, nodeMs: sum(/^Node$/), postgresMs: sum(/^Postgres/) }
    }
    await delay(LOOK_MS)
  }
}

function between(from: Spent, to: Spent): Spent {
  const own = [...to.statements].map(
    ([key, count]) => [key, count - (from.statements.get(key) ?? 0)] as const,
  )
  return {
    at: to.at - from.at,
    statements: new Map(own),
    nodeMs: to.nodeMs - from.nodeMs,
    postgresMs: to.postgresMs - from.postgresMs,
  }
}

/** What was spent beyond what the idle system spends in the same time; of each statement at least nothing. */
function beyond(idle: Spent, spent: Spent): Spent {
  const share = spent.at / idle.at
  const own = [...spent.statements].map(
    ([key, count]) => [key, Math.max(0, count - (idle.statements.get(key) ?? 0) * share)] as const,
  )
  return {
    at: spent.at,
    statements: new Map(own),
    nodeMs: spent.nodeMs - idle.nodeMs * share,
    postgresMs: spent.postgresMs - idle.postgresMs * share,
  }
}

type Statement = { service: string; kind: string; text: string; count: number }

const TRANSACTION = /^(begin|commit|rollback|savepoint|release)\b/i

function statementsOf({ statements }: Spent, purchases: number, { databases }: Run): Statement[] {
  const services = new Map(
    Object.entries(databases).map(([name, url]) => [new URL(url).pathname.slice(1), name]),
  )
  return [...statements]
    .map(([key, count]) => {
      const [, database = '', text = ''] = /^(\S+) (.*)$/.exec(key) ?? []
      const kind = TRANSACTION.test(text) ? 'transaction' : (text.split(' ', 1)[0]?.toLowerCase() ?? '')
      return { service: services.get(database) ?? database, kind, text, count: count / purchases }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

const sum = (list: readonly Statement[]) => list.reduce((total, { count }) => total + count, 0)

/** Services with what they send, the most first. */
function byService(all: readonly Statement[]): [string, Statement[]][] {
  return [...Map.groupBy(all, ({ service }) => service)].sort(([, a], [, b]) => sum(b) - sum(a))
}

function tell(all: readonly Statement[], say: Context['say']): void {
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  const cells = (list: readonly string[], name = '') =>
    say(`${list.map((one) => one.padStart(12)).join('')}  ${name}`)
  const row = (name: string, list: readonly Statement[]) => {
    const parts = [list, ...kinds.map((kind) => list.filter((one) => one.kind === kind))]
    cells(
      parts.map((part) => sum(part).toFixed(2)),
      name,
    )
  }
  for (const [service, list] of byService(all)) {
    say(`${service}: ${sum(list).toFixed(2)}`)
    for (const { count, text } of list) if (count >= NAMED) say(`${count.toFixed(2).padStart(8)}  ${text}`)
  }
  cells(['all', ...kinds])
  for (const [service, list] of byService(all)) row(service, list)
  row('all', all)
}

async function run({ scale, say, folder }: Context): Promise<Line[]> {
  const file = join(folder, 'counts')
  const hook = new URL('./count-hook.ts', import.meta.url)
  hook.searchParams.set('file', file)
  const purchases = Math.max(LEAST, Math.round(COUNTED * scale))
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${hook.href}`.trim() }
  const { system, reserved } = await prepareMarket('embedded', WARM_UP + purchases, say, env)
  const watch = watchForQuiet(system.run)
  try {
    await drive(reserved.splice(0, WARM_UP), RATE)
    await watch.quiet()
    const asleep = await spentUntilNow(system.run, file)
    await delay(IDLE_MS)
    const before = await spentUntilNow(system.run, file)
    const { late } = await drive(reserved, RATE)
    await watch.quiet()
    const after = await spentUntilNow(system.run, file)
    if (late > 0) throw new Error(`${late} of ${purchases} payments were late or refused`)
    const idle = between(asleep, before)
    const sent = [...idle.statements.values()].reduce((total, count) => total + count, 0)
    say(`the idle system sends ${((sent * 1000) / idle.at).toFixed(1)} statements a second`)
    const spent = beyond(idle, between(before, after))
    const all = statementsOf(spent, purchases, system.run)
    tell(all, say)
    return [
      { what: 'statements a purchase', ours: sum(all), unit: '' },
      ...byService(all).map(([service, list]) => ({
        what: `of them by ${service}`,
        ours: sum(list),
        unit: '',
      })),
      { what: 'processor time of Node a purchase', ours: spent.nodeMs / purchases, unit: 'ms' },
      { what: 'processor time of Postgres a purchase', ours: spent.postgresMs / purchases, unit: 'ms' },
    ]
  } finally {
    await watch.close()
    await system.stop()
  }
}

export const statementsBench: Bench = {
  name: 'statements',
  bar: 'P2',
  title: `What a purchase asks of Postgres from the paying call to the paid seller, at ${RATE} a second on the embedded bus, beyond what the idle system asks.`,
  run,
}
