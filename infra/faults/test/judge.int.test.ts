import { service as ledger } from '@talad/ledger/service'
import { openPosting, post } from '@talad/ledger/transfer/post'
import { topup } from '@talad/ledger/transfer/topup'
import { manifests } from '@talad/services/manifests'
import type { InMessage } from '@talad/shared/bus/port'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, test } from 'vitest'
import { failedChecks } from '../src/judge/invariants.ts'
import { wrongFills } from '../src/judge/purchases.ts'
import { NOTED_TOPIC } from '../src/log/noted.ts'
import { createReceiver } from '../src/log/receiver.ts'

// What judges the proofs is seen red here once for each kind of fault; a judge that can't fail proves nothing.

test('a changed flow turns the judge red', async () => {
  const { databaseUrl, db, owner, stopAtEnd } = await startUnderTest(ledger, inject('postgres'))
  const posting = openPosting(databaseUrl, {})
  stopAtEnd(() => posting.end())
  const command = topup({ id: 't', customerId: 'join-a', unit: 'pt_thb', value: 500n, reference: 't' })
  await post(posting, [{ command, correlationId: 'c' }], new Date())
  const failed = () =>
    failedChecks(
      () => db,
      manifests.filter(({ name }) => name === 'ledger'),
    )
  await until('the transfer is sealed', async () => (await failed()).length === 0)
  await owner.query(`set session_replication_role = replica; update flow set account = 'join-thief'
                     where account = 'join-a'; set session_replication_role = origin`)
  expect(await failed()).not.toEqual([])
})

test('a skipped event turns the judge red', () => {
  const committed = new Map([1, 2, 3].map((version) => [`note-a@${version}`, `text ${version}`]))
  const arrival = (version: number): InMessage => ({
    topic: NOTED_TOPIC,
    partition: 0,
    offset: String(version),
    id: `note-a@${version}`,
    key: 'note-a',
    type: 'Noted',
    headers: {},
    time: new Date(0),
    payload: Buffer.from(JSON.stringify({ stream: 'note-a', version, text: `text ${version}` })),
  })
  const received = (...versions: number[]) => {
    const receiver = createReceiver()
    receiver.take(versions.map(arrival))
    return () => receiver.compare(committed)
  }
  expect(received(1, 2, 2, 3)).not.toThrow()
  expect(received(1, 2)).toThrow('events were skipped')
  expect(received(1, 3)).toThrow('events were skipped')
  expect(received(1, 3, 2)).toThrow('events left the order of their stream')
})

test('a doubled delivery turns the judge red', () => {
  const sold = [{ order_hash: '0xa', status: 'completed' }]
  expect(wrongFills(new Map([['0xa', 1]]), sold)).toEqual([])
  expect(wrongFills(new Map([['0xa', 2]]), sold)).toMatchObject([{ order: '0xa' }])
  expect(wrongFills(new Map(), sold)).toMatchObject([{ order: '0xa' }])
})
