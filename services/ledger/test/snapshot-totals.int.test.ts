import { readFile } from 'node:fs/promises'
import { inTx } from '@talad/shared/db'
import { DAY_MS, dayAfter, dayOf, startOfDay } from '@talad/shared/local-time'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { closingBalances, closingTotals, TOTALS } from '../src/snapshots/closing.ts'
import { writeSnapshot } from '../src/snapshots/write.ts'
import { asPay, asTopup, endNightlyLook, migrations, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  await endNightlyLook(world)
})
afterAll(() => world.close())

const DAYS = 12
const day = (n: number) => dayAfter(dayOf(new Date()), n - DAYS - 1)
const units = ['pt_thb', 'ft_thb'] as const

/** Somebody new each day, and those of some days before again; nothing on every fourth day. */
async function move(n: number): Promise<void> {
  const noon = new Date(startOfDay(day(n)).getTime() + DAY_MS / 2)
  if (n % 4 === 3) return
  for (const [who, value] of [
    [n, 1_000n],
    [n >> 1, 70n],
    [n >> 2, 3n],
  ] as const)
    await world.postAt(
      noon,
      asTopup(`join-p${who}`, `t${n}-${value}`, value),
      asTopup(`join-p${who}`, `f${n}-${value}`, value * 2n, n % 3 === 0 ? 'ft_thb' : 'pt_thb'),
      asPay(`join-p${who}`, `s${n}-${value}`, value * 5n),
    )
}

/** What a total has to be: the sum of all customers' own closing balances. */
async function summed(unit: (typeof units)[number], at: Date) {
  const rows = await closingBalances(world.db, { unit, at, after: '', limit: 10_000 })
  const sum = (of: 'balance' | 'locked') => rows.reduce((all, row) => all + BigInt(row[of]), 0n)
  return { customers: rows.length, balance: sum('balance'), locked: sum('locked') }
}

/** At the end of each day, and in the middle of it. */
async function compare(): Promise<void> {
  for (let n = 0; n <= DAYS; n++)
    for (const unit of units)
      for (const at of [startOfDay(day(n)), new Date(startOfDay(day(n)).getTime() + 0.6 * DAY_MS)]) {
        const { customers, balance, locked } = await closingTotals(world.db, unit, at)
        expect({ customers, balance: BigInt(balance), locked: BigInt(locked) }, `${unit} ${day(n)}`).toEqual(
          await summed(unit, at),
        )
      }
}

const kept = async () => (await world.db.query('select * from snapshot_total order by date_key, unit')).rows

test('LG-13 LG-14 the total of every day is the sum of its rows, whichever days are written, and written again', async () => {
  for (let n = 0; n < DAYS; n++) await move(n)
  await compare()
  for (let n = -1; n < DAYS - 3; n++) await inTx(world.db, (tx) => writeSnapshot(tx, day(n)))
  await compare()
  for (let n = DAYS - 3; n < DAYS; n++) await inTx(world.db, (tx) => writeSnapshot(tx, day(n)))
  await compare()
  const written = await kept()
  expect(written).toHaveLength(2 * (DAYS + 1))
  expect(written.at(-1)).toMatchObject({ customers: (await summed('pt_thb', new Date())).customers })
  for (let n = 2; n < 6; n++) await inTx(world.db, (tx) => writeSnapshot(tx, day(n)))
  expect(await kept()).toEqual(written)
})

test('LG-13 days that were written before their totals were kept get them by the migration', async () => {
  const written = await kept()
  await world.owner.query('drop table snapshot_total')
  const sql = await readFile(`${migrations}/20261123000500_snapshot_total/migration.sql`, 'utf8')
  await world.owner.query(sql)
  const { rows } = await world.owner.query('select * from snapshot_total order by date_key, unit')
  expect(rows).toEqual(written)
})

test('LG-14 a total is read from the day that is kept and the flows since, never from all customers', async () => {
  const { rows } = await world.owner.query<Record<'QUERY PLAN', string>>(`explain (generic_plan) ${TOTALS}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan using snapshot_total_pkey')
  expect(plan).not.toMatch(/ on account\b/)
  // a day that is written needs no flow
  expect(plan).toMatch(/One-Time Filter: \(\$3 < \$4\)/)
})
