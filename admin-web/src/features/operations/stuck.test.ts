import { expect, test } from 'vitest'
import { stuckOf } from './api.ts'

test('home tells how much is stuck in all services, since when, and how many do not answer', () => {
  const backlog = (
    open: number,
    oldest_at: string | null,
    failing: number,
    failing_since: string | null,
  ) => ({
    readers: [],
    groups: [],
    dead_letters: { open, oldest_at },
    jobs: { waiting: 9, failing, failing_since, overdue: 0 },
  })
  const services = [
    { service: 'ledger', backlog: backlog(2, '2026-11-02T00:00:00.000Z', 1, '2026-11-05T00:00:00.000Z') },
    { service: 'identity', backlog: backlog(1, '2026-11-01T00:00:00.000Z', 0, null) },
    { service: 'campaign', backlog: null },
  ]
  expect(stuckOf(services)).toEqual({
    letters: { count: 3, oldest: '2026-11-01T00:00:00.000Z' },
    jobs: { count: 1, oldest: '2026-11-05T00:00:00.000Z' },
    silent: { count: 1, oldest: null },
  })
})
