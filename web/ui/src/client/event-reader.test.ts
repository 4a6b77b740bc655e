import { expect, test } from 'vitest'
import { eventReader } from './event-reader.ts'

test('WB-10 reads live events that arrive in pieces', () => {
  const read = eventReader()
  expect(read('id: 7\nevent: ship')).toEqual([])
  expect(read('ping\ndata: {"a":1}\n\nid: 8\n')).toEqual([{ id: '7', type: 'shipping', data: '{"a":1}' }])
  expect(read('event: balance\ndata: {}\n\n')).toEqual([{ id: '8', type: 'balance', data: '{}' }])
})

test('WB-10 skips comments that keep the connection open', () => {
  const read = eventReader()
  expect(read(': ping\n\n')).toEqual([])
  expect(read('data: 1\r\n\r\n')).toEqual([{ id: undefined, type: 'message', data: '1' }])
})
