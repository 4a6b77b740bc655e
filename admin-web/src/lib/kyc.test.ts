import { expect, test } from 'vitest'
import { kycName } from './kyc.ts'

test('BW-13 a level is called as its cap is', () => {
  expect([0, 1, 2, 3, 4].map(kycName)).toEqual(['–', 'BRONZE', 'SILVER', 'GOLD', '4'])
})
