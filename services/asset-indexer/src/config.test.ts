import { confirmationsSetting } from '@talad/shared/chain/confirmations'
import { expect, test } from 'vitest'
import { assetIndexerConfig } from './config.ts'

test('OB-42 a block is final here after as many confirmations as in every other service', () => {
  expect(assetIndexerConfig.shape.CONFIRMATIONS.parse(undefined)).toBe(confirmationsSetting.parse(undefined))
  expect(assetIndexerConfig.shape.CONFIRMATIONS.safeParse('0').success).toBe(false)
})
