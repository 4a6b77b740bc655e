import { expect, test } from 'vitest'
import { createFraming } from './kafka-socket.ts'

function answer(text: string): Buffer {
  const size = Buffer.alloc(4)
  size.writeInt32BE(text.length)
  return Buffer.concat([size, Buffer.from(text)])
}

test('answers come out whole, however they were cut on the way', () => {
  const sent = Buffer.concat(['one', '', 'three'.repeat(50), 'four'].map(answer))
  for (let cut = 1; cut <= sent.length; cut++) {
    const answersIn = createFraming()
    const got: Buffer[] = []
    for (let from = 0; from < sent.length; from += cut)
      got.push(...answersIn(sent.subarray(from, from + cut)))
    expect(got.map((one) => String(one.subarray(4)))).toEqual(['one', '', 'three'.repeat(50), 'four'])
  }
})

test('half an answer is nothing yet', () => {
  const answersIn = createFraming()
  expect(answersIn(answer('half').subarray(0, 6))).toEqual([])
  expect(answersIn(answer('half').subarray(6))).toEqual([answer('half')])
})
