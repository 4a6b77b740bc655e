import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Run } from '@talad/dev/run-file'
import { openDb } from '@talad/shared/db'
import { z } from 'zod'
import type { Context, Line } from '../bench.ts'
import { partsOf } from '../start/parts.ts'
import { drive } from './drive.ts'
import type { Reserved } from './market.ts'

/** Purchases of which it is counted what they cost, and how many of them are paid a second. */
export const COUNTED = 60
const RATE = 25
/** What a purchase leaves to do when its seller is paid: messages, prices worked out anew. */
const TAIL_MS = 3_000
const PATIENCE_MS = 300_000
/** Seldom, as a look costs Postgres something too. */
const LOOK_MS = 500
/** Statements that are named one by one: so many a purchase at least. */
const NAMED = 0.2

const counts = z.record(z.string(), z.number())

/** Statements by database and text, and processor time, since the start of a system. */
type Spent = { statements: Map<string, number>; nodeMs: number; postgresMs: number }

/** What a system has to be started with, so that its statements are counted. */
export function countingOptions(folder: string): Record<string, string> {
  const hook = new URL('./count-hook.ts', import.meta.url)
  hook.searchParams.set('folder', folder)
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${hook.href}`.trim() }
}

async function spentOf(run: Run, folder: string): Promise<Spent> {
  const statements = new Map<string, number>()
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  for (const name of files) {
    const noted = counts.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    for (const [key, count] of Object.entries(noted)) statements.set(key, (statements.get(key) ?? 0) + count)
  }
  const parts = await partsOf(run.pid)
  const sum = (of: RegExp) =>
    parts.filter(({ name }) => of.test(name)).reduce((total, { cpuMs }) => total + cpuMs, 0)
  return { statements, nodeMs: sum(/^Node$/), postgresMs: sum(/^Postgres/) }
}

/** Waits until the sellers of all purchases are paid. */
async function settled(run: Run): Promise<void> {
  const db = openDb(run.databases['shipping-payment'] ?? '', { max: 1, owner: true, name: 'bench' })
  const end = performance.now() + PATIENCE_MS
  try {
    for (;;) {
      const open = await db.query(`select 1 from shipping where status in ('processing', 'mined') limit 1`)
      if (open.rows.length === 0) return
      if (performance.now() > end) throw new Error('some sellers are not paid')
      await delay(LOOK_MS)
    }
  } finally {
    await db.end()
  }
}

/** What a time has cost beyond what the system spends on nothing. */
function between(before: Spent, after: Spent, idle: { spent: Spent; ms: number }, ms: number): Spent {
  const share = ms / idle.ms
  const statements = [...after.statements].map(([key, count]) => {
    const own = count - (before.statements.get(key) ?? 0)
    return [key, own - (idle.spent.statements.get(key) ?? 0) * share] as const
  })
  return {
    statements: new Map(statements),
    nodeMs: after.nodeMs - before.nodeMs - idle.spent.nodeMs * share,
    postgresMs: after.postgresMs - before.postgresMs - idle.spent.postgresMs * share,
  }
}

const NOTHING = { spent: { statements: new Map(), nodeMs: 0, postgresMs: 0 }, ms: 1 }

/**
 * Pays purchases at a steady rate and counts what they cost until their sellers are paid, in the mean.
 * @param about the system in one process, started with `countingOptions`, and its folder of counts
 */
export async function costsOf(
  { run, folder, say }: { run: Run; folder: string; say: Context['say'] },
  reserved: readonly Reserved[],
): Promise<Line[]> {
  await settled(run)
  await delay(TAIL_MS)
  const asleep = await spentOf(run, folder)
  await delay(TAIL_MS)
  const before = await spentOf(run, folder)
  const since = performance.now()
  const idle = { spent: between(asleep, before, NOTHING, 0), ms: TAIL_MS }
  await drive(reserved, RATE)
  await settled(run)
  await delay(TAIL_MS)
  const spent = between(before, await spentOf(run, folder), idle, performance.now() - since)
  return linesOf(spent, reserved.length, say)
}

function linesOf({ statements, nodeMs, postgresMs }: Spent, purchases: number, say: Context['say']): Line[] {
  const each = [...statements]
    .map(([key, count]) => ({ key, count: count / purchases }))
    .sort((a, b) => b.count - a.count)
  for (const { key, count } of each) if (count >= NAMED) say(`${count.toFixed(2)} ${key}`)
  const byDatabase = Map.groupBy(each, ({ key }) => key.slice(0, key.indexOf(' ')))
  const sum = (list: readonly { count: number }[]) => list.reduce((total, { count }) => total + count, 0)
  const about = `embedded bus, ${RATE}/s, to the paid seller`
  return [
    { what: `${about}: statements a purchase`, ours: sum(each), unit: '' },
    ...[...byDatabase].map(([database, list]) => ({
      what: `${about}: of them in ${database}`,
      ours: sum(list),
      unit: '',
    })),
    { what: `${about}: processor time of Node a purchase`, ours: nodeMs / purchases, unit: 'ms' },
    { what: `${about}: processor time of Postgres a purchase`, ours: postgresMs / purchases, unit: 'ms' },
  ]
}
