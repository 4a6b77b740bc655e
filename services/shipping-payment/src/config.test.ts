import { confirmationsSetting } from '@talad/shared/chain/confirmations'
import { expect, test } from 'vitest'
import { shippingPaymentConfig } from './config.ts'

test('SP-25 a delivery is final after as many confirmations as the indexer waits for', () => {
  expect(shippingPaymentConfig.shape.CONFIRMATIONS.parse(undefined)).toBe(
    confirmationsSetting.parse(undefined),
  )
})
