import { expect, test } from 'vitest'
import { readDeal } from './signed-deal.ts'

test('OB-7 what is pasted as a deal is told to be none, or what of it is wrong', () => {
  expect(readDeal('{"order": ')).toEqual({ wrong: '' })
  expect(readDeal('{}')).toEqual({ wrong: 'order' })
  expect(readDeal('[]')).toEqual({ wrong: 'deal' })
  expect(readDeal('{"order": {"type": "deal", "blockchain": 7}}')).toEqual({ wrong: 'order.blockchain' })
})
