import { expect, test } from 'vitest'
import { eventReader } from './http/event-reader.ts'

test('WB-10 reads live events that arrive in pieces', () => {
  const ids: string[] = []
  const read = eventReader((id) => ids.push(id))
  expect(read('id: 7\nevent: ship')).toEqual([])
  expect(read('ping\ndata: {"a":1}\n\nid: 8\n')).toEqual([{ type: 'shipping', data: '{"a":1}' }])
  expect(read('event: balance\ndata: {}\n\n')).toEqual([{ type: 'balance', data: '{}' }])
  expect(ids).toEqual(['7', '8'])
})

test('WB-10 skips comments that keep the connection open', () => {
  const read = eventReader()
  expect(read(': ping\n\n')).toEqual([])
  expect(read('data: 1\r\n\r\n')).toEqual([{ type: 'message', data: '1' }])
})

test('WB-10 keeps the id of a sign of life: nothing was missed until then', () => {
  const ids: string[] = []
  expect(eventReader((id) => ids.push(id))(':\nid: 9\n\n')).toEqual([])
  expect(ids).toEqual(['9'])
})
