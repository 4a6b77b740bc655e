import { expect, test } from 'vitest'
import { fromRecord, inRequests, toRecord } from './kafka-format.ts'

const message = {
  id: 'ledger:7',
  topic: 'ledger.transfer.v1',
  key: 'k',
  type: 'talad.Transfer',
  payload: Uint8Array.from([1, 2, 3]),
  headers: { ce_id: 'something else', traceparent: '00-a-b-01' },
  time: new Date('2025-01-02T03:04:05.678Z'),
}

test('a message survives the way through a record', () => {
  const { key, value, headers } = toRecord(message)
  const raw = {
    key: Buffer.from(key),
    value,
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
    offset: '42',
    timestamp: '0',
  }
  const back = fromRecord(message.topic, 3, raw)
  expect(back).toMatchObject({
    ...message,
    payload: Buffer.from(message.payload),
    headers: { ce_id: 'ledger:7' },
  })
  expect(back).toMatchObject({ partition: 3, offset: '42', headers: { ce_specversion: '1.0' } })
})

test('a foreign record is delivered under the id of its place, without a type', () => {
  const raw = { key: null, value: null, offset: '9', timestamp: '1735787045678' }
  expect(fromRecord('t', 1, raw)).toMatchObject({
    id: 't/1/9',
    key: '',
    type: '',
    time: new Date(1735787045678),
  })
})

test('requests keep the order, stay below the size, and a giant goes alone', () => {
  const sized = (id: string, bytes: number) => ({ ...message, id, payload: new Uint8Array(bytes) })
  const list = [sized('a', 4_000), sized('b', 4_000), sized('c', 90_000), sized('d', 10), sized('e', 4_000)]
  const requests = inRequests(list, 10_000).map((request) => request.map(({ id }) => id))
  expect(requests).toEqual([['a', 'b'], ['c'], ['d', 'e']])
  expect(inRequests([], 10)).toEqual([])
})
