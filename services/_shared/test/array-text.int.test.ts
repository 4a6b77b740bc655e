import { expect, test } from 'vitest'
import { arrayText } from '../src/db.ts'
import { openKit } from './kit.ts'

test('an array of any texts and numbers arrives in the database as it was', async () => {
  const { db } = await openKit()
  const texts = ['', 'ปลากัด', '"', '\\', 'a"b\\c"', '{1,2}', 'NULL', ' a, b ', '\n\t', null]
  const numbers = [0n, -1n, 9_223_372_036_854_775_807n, null]
  const { rows } = await db.query('select $1::text[] as texts, $2::bigint[] as numbers, $3::text[] as none', [
    ...[arrayText(texts), arrayText(numbers), arrayText([])],
  ])
  expect(rows[0]).toEqual({
    texts,
    numbers: numbers.map((one) => (one === null ? null : String(one))),
    none: [],
  })
})
