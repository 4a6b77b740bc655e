import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Suspend, Unsuspend } from './decide.ts'
import { suspensions } from './stream.ts'

const { given } = decider(suspensions)
const now = new Date('2026-11-23T00:00:00Z')
const range = {
  ...{ blockchain: 'kub', contractAddress: `0x${'a'.repeat(40)}` },
  ...{ tokenFrom: '1', tokenTo: '9' },
}
let calls = 0
const suspend = (more: Partial<Suspend> = {}): Suspend => ({
  ...{ type: 'Suspend', id: 's1', range, by: 'join-a', note: 'stolen', decisionId: `call-${calls++}`, now },
  ...more,
})
const unsuspend = (version: number | undefined, more: Partial<Unsuspend> = {}): Unsuspend => ({
  ...{ type: 'Unsuspend', version, by: 'join-b', note: 'given back', decisionId: `call-${calls++}`, now },
  ...more,
})

test('MO-5 an active range is refused with its id, an ended one is opened anew; ending twice adds nothing', () => {
  given(suspend()).when(suspend()).rejects('RANGE_SUSPENDED')
  expect(() => given(suspend()).when(suspend()).events()).toThrow(
    expect.objectContaining({ details: { suspension_id: 's1' } }),
  )
  const first = suspend()
  given(first).when(first).makes() // the same call that comes again
  const ended = given(suspend(), unsuspend(1))
  ended.when(unsuspend(2)).makes()
  ended.when(unsuspend(1)).makes()
  ended.when(suspend()).makes('RangeSuspended')
  const again = given(suspend(), unsuspend(1), suspend({ note: 'again' })).state
  expect(again).toMatchObject({ status: 'suspended', version: 3, range })
  expect(again?.history.map(({ action, note }) => [action, note])).toEqual([
    ['suspend', 'again'],
    ['unsuspend', 'given back'],
    ['suspend', 'stolen'],
  ])
})

test('MO-6 the history keeps the ten newest decisions, newest first', () => {
  const decisions = Array.from({ length: 13 }, (_, index) =>
    index % 2 === 0 ? suspend({ note: `${index}` }) : unsuspend(index, { note: `${index}` }),
  )
  const { state } = given(...decisions)
  expect(state?.history.map(({ note }) => note)).toEqual(
    Array.from({ length: 10 }, (_, index) => `${12 - index}`),
  )
  expect(state?.version).toBe(13)
})

test('AW-4 an end that was decided on an older version is refused, with who came first and when', () => {
  const reopened = given(suspend(), unsuspend(1), suspend({ by: 'join-c' }))
  reopened.when(unsuspend(1)).rejects('VERSION_CONFLICT')
  expect(() => reopened.when(unsuspend(1)).events()).toThrow(
    expect.objectContaining({
      details: { version: 3, changed_by: 'join-c', changed_at: now.toISOString() },
    }),
  )
  reopened.when(unsuspend(undefined)).makes('RangeUnsuspended')
  given().when(unsuspend(1)).rejects('SUSPENSION_NOT_FOUND')
})
