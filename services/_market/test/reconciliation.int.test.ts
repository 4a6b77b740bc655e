import { expect, test } from 'vitest'
import { type Kit, openKit } from '../../_shared/test/kit.ts'
import { type Compared, type Day, reconciledDays, reconciling } from '../src/reconciliation.ts'

const HOUR_MS = 60 * 60 * 1_000
const clean: Compared = { compared: 2, differences: [], unanswered: 0 }
/** 23:30 of the 10th in Thailand */
const START = new Date('2026-11-10T16:30:00Z')

/** A service whose provider says what the test says, and the days that it was asked about. */
function played(kit: Kit, firstAt: Date | undefined, answer: (day: string) => Compared) {
  const asked: string[] = []
  const errors: object[] = []
  const job = reconciling<never>({
    name: 'played.reconciliation',
    firstAt: async () => firstAt,
    async compare(_deps, { day, from, until }: Day) {
      expect(until.getTime() - from.getTime()).toBe(24 * HOUR_MS)
      asked.push(day)
      return answer(day)
    },
  })
  const run = async (now: Date) => {
    const deps = { ...kit, now: () => now, log: { error: (about: object) => errors.push(about) } }
    return job.run({}, { deps: deps as never, now, attempt: 1 })
  }
  return { run, asked, errors }
}

test('who never had anything to compare asks nobody', async () => {
  const kit = await openKit()
  const { run, asked } = played(kit, undefined, () => clean)
  await run(START)
  expect(asked).toEqual([])
  expect(await reconciledDays(kit.db)).toEqual([])
})

test('each day of Thailand that is over is compared once, from the first one on; what is unclean is compared again for a week', async () => {
  const kit = await openKit()
  const faulty = { compared: 3, differences: [{ reference: 'a', what: 'amount' }], unanswered: 0 }
  let broken = true
  const { run, asked, errors } = played(kit, new Date(START.getTime() - 48 * HOUR_MS), (day) =>
    broken && day === '2026-11-09' ? faulty : clean,
  )
  const next = await run(START)
  expect(next).toEqual(new Date(START.getTime() + HOUR_MS))
  expect(asked).toEqual(['2026-11-08', '2026-11-09'])
  expect(errors).toHaveLength(1)
  expect(await reconciledDays(kit.db)).toEqual([
    { day: '2026-11-09', ...faulty, faults: 1, finished: START.toISOString() },
    { day: '2026-11-08', ...clean, faults: 0, finished: START.toISOString() },
  ])

  asked.length = 0
  const past = new Date(START.getTime() + HOUR_MS)
  await run(past)
  expect(asked).toEqual(['2026-11-09', '2026-11-10'])
  asked.length = 0
  broken = false
  await run(past)
  await run(past)
  expect(asked).toEqual(['2026-11-09'])
  expect((await reconciledDays(kit.db)).map(({ day, faults }) => [day, faults])).toEqual([
    ['2026-11-10', 0],
    ['2026-11-09', 0],
    ['2026-11-08', 0],
  ])
})

test('a day for which the provider owes answers stays open; after a week nobody asks again', async () => {
  const kit = await openKit()
  const { run, asked } = played(kit, new Date(START.getTime() - 24 * HOUR_MS), () => ({
    ...clean,
    unanswered: 1,
  }))
  await run(START)
  await run(START)
  expect(asked).toEqual(['2026-11-09', '2026-11-09'])
  asked.length = 0
  await run(new Date(START.getTime() + 8 * 24 * HOUR_MS))
  expect(asked).not.toContain('2026-11-09')
})
