import { expect, test } from 'vitest'
import { IDLE_MS, idleAt, WARNING_MS } from './idle.ts'

test('AW-14 a session ends after 30 minutes without a hand on the machine, and says so two minutes before', () => {
  const seen = Date.parse('2026-11-22T09:00:00Z')
  const after = (minutes: number, ms = 0) => idleAt(seen, seen + minutes * 60_000 + ms)
  expect([IDLE_MS, WARNING_MS]).toEqual([1_800_000, 120_000])
  expect([after(0), after(27), after(28, -1)]).toEqual(['active', 'active', 'active'])
  expect([after(28), after(30, -1)]).toEqual(['warning', 'warning'])
  expect([after(30), after(600)]).toEqual(['over', 'over'])
})
