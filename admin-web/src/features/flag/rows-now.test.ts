import type { FlagCase } from '@talad/proto/http/moderation/flagging-case'
import { expect, test } from 'vitest'
import { targetsOf, withNews } from './rows-now.ts'

const row = (id: string, more: Partial<FlagCase> = {}) => ({ _id: id, version: 1, ...more }) as FlagCase

test('AW-5 rows follow what others do, and none moves, goes or comes by itself', () => {
  const shown = [row('a'), row('b'), row('c')]
  const claim = {
    account_id: 'napha',
    customer_id: 'join-napha',
    is_me: false,
    until: '2026-11-25T00:00:00Z',
  }
  const now = [row('d'), row('c', { claim }), row('a', { version: 2, resolution: 'resolved' })]
  expect(withNews(shown, now)).toEqual([
    row('a', { version: 2, resolution: 'resolved' }),
    row('b'),
    row('c', { claim }),
  ])
})

test('AW-6 nothing is decided of a case whose details are not there yet; what is selected is decided as it stands now', () => {
  const open = row('a', { resolution: 'flagged' })
  expect(targetsOf({ selected: [], rows: [open], read: undefined })).toEqual([])
  expect(targetsOf({ selected: [], rows: [open], read: open })).toEqual([open])
  expect(targetsOf({ selected: [], rows: [open], read: row('a', { resolution: 'resolved' }) })).toEqual([])
  const [old, now] = [row('b', { resolution: 'flagged' }), row('b', { version: 2, resolution: 'flagged' })]
  expect(targetsOf({ selected: [old], rows: [now], read: undefined })).toEqual([now])
})
