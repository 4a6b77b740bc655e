import { fromBinary } from '@bufbuild/protobuf'
import { BalanceChangedSchema, CapturedSchema, PostedSchema } from '@talad/proto/ledger/v1/events'
import type { Row } from '@talad/shared/event-log'
import { toJson } from '@talad/shared/json'
import { expect, test } from 'vitest'
import { publish } from './publish.ts'
import { BATCH, batchStream, flowsOf, type Outcome, outcomesOf, readEvent, toStored } from './stored.ts'

const at = new Date('2026-11-20T08:00:00Z')

/** A row as it was stored when each command had an event of its own. */
const single: Row = {
  position: 7n,
  txid: '900',
  stream: 'transfer-topup:t1',
  version: 1,
  type: 'TopupPosted',
  at,
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

/** A row as it was stored when each movement of a shipping had a type of its own. */
const batchOfTypes: Row = {
  position: 8n,
  txid: '901',
  stream: 'posting-topup:t2',
  version: 1,
  type: BATCH,
  at,
  meta: { correlationId: '' },
  data: JSON.parse(
    '{"outcomes":[{"key":"topup:t2","type":"TopupPosted","data":{"topupId":"t2","customerId":"join-a",' +
      '"unit":"pt_thb","value":"500","provider":"chillpay","providerReference":"9","forShippingId":"s1",' +
      '"payRefused":"INSUFFICIENT_FUNDS"},"balances":[],"context":{"correlationId":"c1"}},' +
      '{"key":"pay:s1:1","type":"ShippingFundsLocked","data":{"shippingId":"s1","buyerCustomerId":"join-a",' +
      '"gross":"900","attempt":1,"locked":"500"},"balances":[],"context":{"correlationId":"c1"}},' +
      '{"key":"pay:s1:2","type":"ShippingPaid","data":{"shippingId":"s1","buyerCustomerId":"join-a","gross":"900"},' +
      '"balances":[],"context":{"correlationId":"c1"}},' +
      '{"key":"release:s2","type":"ShippingFundsReleased","data":{"shippingId":"s2","buyerCustomerId":"join-a",' +
      '"released":"20"},"balances":[],"context":{"correlationId":"c1"}},' +
      '{"key":"refund:s3","type":"ShippingRefunded","data":{"shippingId":"s3","buyerCustomerId":"join-a",' +
      '"gross":"30"},"balances":[],"context":{"correlationId":"c1"}},' +
      '{"key":"settle:s1","type":"ShippingSettled","data":{"shippingId":"s1","buyerCustomerId":"join-a",' +
      '"sellerCustomerId":"join-b","gross":"900","net":"800"},"balances":[],"context":{"correlationId":"c1"}},' +
      '{"key":"settle:s4","type":"CommandRefused","data":{"key":"settle:s4","code":"SHIPPING_NOT_PAID",' +
      '"customerId":"join-a","shippingId":"s4"},"balances":[],"context":{"correlationId":"c1"}}]}',
  ),
}

function batchOf(outcomes: readonly Outcome[]): Row {
  return {
    position: 8n,
    txid: '901',
    stream: batchStream('b1'),
    version: 1,
    type: BATCH,
    at,
    meta: { correlationId: '' },
    data: JSON.parse(toJson({ outcomes: outcomes.map(toStored) })),
  }
}

test('an event that was stored before batches is read as the outcome that it is', () => {
  const [outcome] = outcomesOf(single)
  expect(outcome).toMatchObject({
    key: 'topup:t1',
    event: { type: 'Posted', data: { flow: 'topup', id: 't1', customerId: 'join-a', reference: '9', at } },
    balances: [{ customerId: 'join-a', unit: 'pt_thb', balance: 500n, locked: 0n }],
    context: { correlationId: 'c1', actor: 'a1' },
  })
})

test('what was stored of a shipping by types of its own is read as the flows that it was', () => {
  const about = { customerId: 'join-a', legs: [], at }
  const shipping = { ...about, flow: 'shipping', id: 's1' }
  const capture = { flow: 'shipping', id: 's1', refused: 'INSUFFICIENT_FUNDS' }
  expect(outcomesOf(batchOfTypes).map(({ event }) => event)).toEqual([
    { type: 'Posted', data: { ...about, flow: 'topup', id: 't2', reference: '9', capture } },
    { type: 'Held', data: { ...shipping, amount: 900n, held: 500n, attempt: 1 } },
    { type: 'Captured', data: { ...shipping, amount: 900n } },
    { type: 'Released', data: { ...shipping, id: 's2', released: 20n } },
    { type: 'Posted', data: { ...about, flow: 'refund', id: 's3', reference: '' } },
    { type: 'Posted', data: { ...about, flow: 'settlement', id: 's1', reference: '' } },
    {
      type: 'CommandRefused',
      data: { ...about, flow: 'settlement', id: 's4', key: 'settle:s4', code: 'SHIPPING_NOT_PAID' },
    },
  ])
})

test('the flows of what was stored before are found where they were written', () => {
  const places = outcomesOf(batchOfTypes).map(({ event }) => flowsOf(event))
  expect(places).toEqual([
    ...[
      ['topup', 't2'],
      ['shipping', 's1'],
      ['shipping', 's1'],
      ['shipping', 's2'],
      ['refund', 's3'],
    ],
    ...[['shipping', 's1'], undefined],
  ])
})

test('a batch is read as it was written, without the flows, which have a table of their own', () => {
  const outcomes = outcomesOf(single)
  const again = outcomesOf(batchOf(outcomes))
  expect(again).toEqual(
    outcomes.map((one) => ({ ...one, event: { ...one.event, data: { ...one.event.data, legs: [] } } })),
  )
})

test('a link of the hash chain is announced, and is no outcome', () => {
  const data = { seq: '100', hash: 'ab', legs: [], at: at.toISOString() }
  const row: Row = { ...single, stream: 'seal-100', type: 'LogSealed', data }
  expect(outcomesOf(row)).toEqual([])
  expect(publish(row)).toHaveLength(1)
  expect(readEvent('LogSealed', data)).toMatchObject({ data: { seq: 100n } })
})

test('each message of a batch carries the correlation of its own command', () => {
  const [first] = outcomesOf(single)
  if (first === undefined) throw new Error('no outcome')
  const second: Outcome = {
    ...first,
    key: 'capture:shipping:s1',
    event: readEvent('ShippingPaid', {
      shippingId: 's1',
      buyerCustomerId: 'join-a',
      gross: '5',
      at,
    }) as Outcome['event'],
    context: { correlationId: 'c2' },
  }
  const messages = publish(batchOf([first, second]))
  expect(messages.map(({ context }) => context?.correlationId)).toEqual(['c1', 'c1', 'c2', 'c2'])
  const types = [PostedSchema, BalanceChangedSchema, CapturedSchema, BalanceChangedSchema]
  expect(messages.map(({ type }) => type)).toEqual(types.map(({ typeName }) => typeName))
  expect(fromBinary(CapturedSchema, messages[2]?.payload ?? new Uint8Array()).amount).toBe(5n)
})
