import { expect, test } from 'vitest'
import { type ReachPage, sumReach } from './reach.ts'

type Count = ReachPage['union']
const page = (count: Count, nextCursor: string | null): ReachPage => ({
  version: 1,
  slots: [{ slotId: 's', tag: 'ticket', ...count }],
  union: count,
  progress: { seen: 200, total: 300 },
  nextCursor,
})
const exact = (accounts: number): Count => ({ accounts, kind: 'exact' })
const unknown: Count = { accounts: null, kind: 'unknown' }

test('AW-8 counts of pages are added: exact only where all is seen, and what could not be looked at is never none', () => {
  const union = (...pages: ReachPage[]) => sumReach(pages)?.union
  expect(sumReach([])).toBeUndefined()
  expect(union(page(exact(3), 'a'), page(exact(4), null))).toEqual(exact(7))
  expect(union(page(exact(3), 'a'))).toEqual({ accounts: 3, kind: 'at_least' })
  expect(union(page(exact(3), 'a'), page(unknown, null))).toEqual({ accounts: 3, kind: 'at_least' })
  expect(union(page(unknown, 'a'), page(unknown, null))).toEqual(unknown)
  expect(sumReach([page(exact(0), null)])?.slots).toEqual([{ slotId: 's', tag: 'ticket', ...exact(0) }])
})
