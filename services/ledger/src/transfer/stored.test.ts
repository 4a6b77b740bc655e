import { fromBinary } from '@bufbuild/protobuf'
import { BalanceChangedSchema, TopupPostedSchema } from '@talad/proto/ledger/v1/events'
import type { Row } from '@talad/shared/event-log'
import { toJson } from '@talad/shared/json'
import { expect, test } from 'vitest'
import { publish } from './publish.ts'
import { BATCH, batchStream, isPosting, type Outcome, outcomesOf, toStored } from './stored.ts'

const at = new Date('2026-11-20T08:00:00Z')

/** A row as it was stored when each command had an event of its own. */
const single: Row = {
  ...{ position: 7n, txid: '900', stream: 'transfer-topup:t1', version: 1, type: 'TopupPosted', at },
  meta: { correlationId: 'c1', causationId: 'topup:t1', actor: 'a1' },
  data: JSON.parse(
    '{"topupId":"t1","customerId":"join-a","unit":"pt_thb","value":"500","provider":"chillpay",' +
      '"providerReference":"9","at":"2026-11-20T08:00:00.000Z","legs":[{"leg":"provider",' +
      '"account":"platform:provider_clearing","flowType":"out","value":"500","unit":"pt_thb","vat":"0",' +
      '"flowEvent":"topup","relatedId":"t1"},{"leg":"customer","account":"join-a","flowType":"in","value":"500",' +
      '"unit":"pt_thb","vat":"0","flowEvent":"topup","relatedId":"t1"}],' +
      '"balances":[{"customerId":"join-a","unit":"pt_thb","balance":"500","locked":"0"}]}',
  ),
}

function batchOf(outcomes: readonly Outcome[]): Row {
  return {
    ...{ position: 8n, txid: '901', stream: batchStream('topup:t1'), version: 1, type: BATCH, at },
    meta: { correlationId: '' },
    data: JSON.parse(toJson({ outcomes: outcomes.map(toStored) })),
  }
}

test('an event that was stored before batches is read as the outcome that it is', () => {
  const [outcome] = outcomesOf(single)
  expect(outcome).toMatchObject({
    key: 'topup:t1',
    event: { type: 'TopupPosted', data: { value: 500n, at } },
    balances: [{ customerId: 'join-a', unit: 'pt_thb', balance: 500n, locked: 0n }],
    context: { correlationId: 'c1', actor: 'a1' },
  })
  expect(isPosting(single)).toBe(true)
})

test('a batch is read as it was written, without the flows, which have a table of their own', () => {
  const outcomes = outcomesOf(single)
  const again = outcomesOf(batchOf(outcomes))
  expect(again).toEqual(
    outcomes.map((one) => ({ ...one, event: { ...one.event, data: { ...one.event.data, legs: [] } } })),
  )
})

test('each message of a batch carries the correlation of its own command', () => {
  const [first] = outcomesOf(single)
  if (first === undefined) throw new Error('no outcome')
  const second = { ...first, key: 'topup:t2', context: { correlationId: 'c2' } }
  const messages = publish(batchOf([first, second]))
  expect(messages.map(({ context }) => context?.correlationId)).toEqual(['c1', 'c1', 'c2', 'c2'])
  expect(messages.map(({ type }) => type)).toEqual([
    TopupPostedSchema.typeName,
    BalanceChangedSchema.typeName,
    TopupPostedSchema.typeName,
    BalanceChangedSchema.typeName,
  ])
  expect(fromBinary(TopupPostedSchema, messages[0]?.payload ?? new Uint8Array()).value).toBe(500n)
})
