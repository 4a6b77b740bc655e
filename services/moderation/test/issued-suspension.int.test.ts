import { fromBinary } from '@bufbuild/protobuf'
import { IssuedSuspensionSchema } from '@talad/proto/moderation/v1/suspension'
import { transact } from '@talad/shared/stream'
import { expect, onTestFinished, test } from 'vitest'
import { REPORT_TOPIC } from '../manifest.ts'
import { expireIn } from '../src/suspension/change.ts'
import { contract, other, range, startIssuers } from './issuer-harness.ts'

type Suspended = { suspension_id: string; version: number }

test('MO-7 MO-32 whose fees an issuer has is told of each suspension of what it issues and of its end, and nobody else is', async () => {
  const moderation = await startIssuers()
  const { add, post, bus, grant } = moderation
  for (const what of ['suspension.read', 'suspension.write'] as const) await grant('writer', what)
  const told: string[] = []
  const heard = await bus.subscribe({
    group: 'test-issued',
    topics: [REPORT_TOPIC],
    onError: console.error,
    handle: async (batch) => {
      for (const { key, payload } of batch) {
        const { customerId, status, revision, ...at } = fromBinary(IssuedSuspensionSchema, payload)
        expect(key).toBe(customerId)
        told.push(`${customerId} ${status} ${revision} ${at.contractAddress} ${at.tokenFrom}-${at.tokenTo}`)
      }
    },
  })
  onTestFinished(() => heard.close())
  await add('low', { nft_ranges: [range(contract, '1', '10'), range(contract, '12', '14')] })
  await add('high', { nft_ranges: [range(contract, '15', '20')] })
  const virtual = (item_id?: string) => ({
    ...range(contract),
    abstract: { kind: 'vnft', collection_id: 'temple', ...(item_id && { item_id }) },
  })
  await add('temple', { nft_ranges: [virtual()] })
  await add('shop', { nft_ranges: [{ ...virtual(), abstract: { kind: 'vnft', collection_id: 'shop' } }] })
  const gone = await add('gone', { nft_ranges: [range(contract, '30')] })
  const { issuer_id, version } = gone.body
  await post('/issuer/remove', { issuer_id, version })

  const base = '/moderation/suspension'
  const suspend = async (of: object, more: object = {}) =>
    (await post<Suspended>(`${base}/suspend`, { nft_range: of, note: 'stolen', ...more })).body
  const one = await suspend(range(contract, '10'))
  const both = await suspend(range(contract, '9', '15'))
  await suspend(range(contract, '11')) // between what they issue
  await suspend(range(contract, '30')) // of who issues nothing any more
  await suspend(range(other))
  await suspend(virtual('7')) // nobody of the contract but who issues what it stands for
  const lift = { suspension_id: one.suspension_id, version: one.version }
  // again: nothing happens
  for (const _ of [1, 2]) expect((await post(`${base}/unsuspend`, lift)).status).toBe(200)
  await suspend(range(contract))
  const soon = new Date(Date.now() + 3_600_000)
  const timed = await suspend(range(contract, '16'), { until: soon.toISOString() })
  const { suspension_id: id, version: seen } = timed
  await transact(moderation, (tx) => expireIn(tx, { id, version: seen }, new Date(soon.getTime() + 1)))
  const wanted = [
    `join-low suspended 1 ${contract} 10-10`,
    ...['low', 'high'].map((who) => `join-${who} suspended 1 ${contract} 9-15`),
    `join-temple suspended 1 ${contract} -`,
    `join-low unsuspended 2 ${contract} 10-10`,
    ...['low', 'high'].map((who) => `join-${who} suspended 1 ${contract} -`),
    ...['suspended 1', 'unsuspended 2'].map((what) => `join-high ${what} ${contract} 16-16`),
  ]
  await expect.poll(() => told.toSorted(), { timeout: 20_000 }).toEqual(wanted.toSorted())
  expect(both.version).toBe(1)
})
