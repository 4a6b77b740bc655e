import { suspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { Expire, Suspend, Unsuspend } from './decide.ts'
import { suspensions } from './stream.ts'

const { given } = decider(suspensions)
const now = new Date('2026-11-23T00:00:00Z')
const range = {
  blockchain: 'kub',
  contractAddress: `0x${'a'.repeat(40)}`,
  tokenFrom: '1',
  tokenTo: '9',
}
let calls = 0
const suspend = (more: Partial<Suspend> = {}): Suspend => ({
  type: 'Suspend',
  id: 's1',
  range,
  until: null,
  by: 'join-a',
  note: 'stolen',
  decisionId: `call-${calls++}`,
  now,
  ...more,
})
const unsuspend = (version: number | undefined, more: Partial<Unsuspend> = {}): Unsuspend => ({
  type: 'Unsuspend',
  version,
  by: 'join-b',
  note: 'given back',
  decisionId: `call-${calls++}`,
  now,
  ...more,
})

test('MO-5 an active range is refused with its id, an ended one is opened anew; ending twice adds nothing', () => {
  given(suspend())
    .when(suspend())
    .rejects('RANGE_SUSPENDED', { field: 'nft_range', details: { suspension_id: 's1' } })
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

test('MO-7 what sellers are told (stolen, copied, ordered, reported) is kept with the suspension, and never with its end', () => {
  for (const reason of suspensionReason.options) {
    const [begun] = given().when(suspend({ reason })).events()
    expect(begun?.data).toMatchObject({ reason, note: 'stolen' })
    const { history } = given(suspend({ reason }), unsuspend(1)).state ?? { history: [] }
    expect(history.map((line) => [line.action, line.reason])).toEqual([
      ['unsuspend', undefined],
      ['suspend', reason],
    ])
  }
})

test('MO-6 a log in which a suspension ends before it began is not read', () => {
  const data = { by: 'join-a', note: '', decisionId: 'one', at: now }
  expect(() => suspensions.evolve(undefined, { type: 'RangeUnsuspended', data })).toThrow('before it began')
})

test('MO-7 each decision says who makes something of its range, as far as it is known; where nobody does it says nothing', () => {
  const [low, high] = [['join-low'], ['join-low', 'join-high']]
  const eventsOf = (command: Suspend | Unsuspend | Expire, before?: Suspend) =>
    suspensions.decide(command, before && given(before).state).map(({ data }) => data.issuers)
  expect(eventsOf(suspend({ issuers: high }))).toEqual([high])
  expect(eventsOf(unsuspend(1, { issuers: low }), suspend())).toEqual([low])
  expect(eventsOf(suspend({ issuers: [] }))).toEqual([undefined])
  expect(eventsOf(suspend())).toEqual([undefined])
  const { data } = suspensions.decide(suspend({ issuers: [] }), undefined)[0] ?? {}
  expect(data).not.toHaveProperty('issuers')
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
  reopened.when(unsuspend(1)).rejects('VERSION_CONFLICT', {
    field: 'version',
    details: { version: 3, changed_by: 'join-c', changed_at: now.toISOString() },
  })
  reopened.when(unsuspend(undefined)).makes('RangeUnsuspended')
  given().when(unsuspend(1)).rejects('SUSPENSION_NOT_FOUND', { field: 'suspension_id' })
})

test('MO-5 a suspension for a time ends with it, once; what was decided since goes on, and one that is over before it begins is refused', () => {
  const until = new Date(now.getTime() + 1_000)
  const expire = (version: number, at = until): Expire => ({
    type: 'Expire',
    version,
    by: 'service:moderation',
    note: 'its time was over',
    decisionId: 'the end',
    now: at,
  })
  const timed = given(suspend({ until }))
  expect(timed.state).toMatchObject({ status: 'suspended', until })
  timed.when(expire(1, now)).makes()
  timed.when(expire(1)).makes('RangeUnsuspended')
  given(suspend({ until }), expire(1)).when(expire(1)).makes()
  given(suspend()).when(expire(1)).makes()
  given().when(expire(1)).makes()
  // ended by hand and suspended anew: that the first one's time is over is nothing to it
  given(suspend({ until }), unsuspend(1), suspend({ until: new Date(9e12) }))
    .when(expire(1))
    .makes()
  given(suspend({ until }), unsuspend(1), suspend()).when(expire(1)).makes()
  expect(given(suspend({ until }), unsuspend(1)).state).toMatchObject({ until: null })
  for (const early of [now, new Date(0)])
    given()
      .when(suspend({ until: early }))
      .rejects('VALIDATION', { field: 'until' })
})

test('MO-1 what a suspension is about is kept through each decision', () => {
  const abstract = { kind: 'vnft', collectionId: 'temple', itemId: '7' }
  const about = { ...range, tokenFrom: null, tokenTo: null, abstract }
  expect(given(suspend({ range: about }), unsuspend(1)).state?.range).toEqual(about)
})
