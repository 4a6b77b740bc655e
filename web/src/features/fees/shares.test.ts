import { expect, test } from 'vitest'
import { sharesOf } from './shares.ts'

const fees = (service_fee: number, royalty_fee: number, issuer_fee: number) => ({
  service_fee,
  royalty_fee,
  issuer_fee,
  total: service_fee + royalty_fee + issuer_fee,
  payees: [],
})

test('MO-36 the shares of an example are those of the fees, and the seller gets what is left', () => {
  expect(sharesOf(100_000n, fees(2.5, 5, 0))).toEqual({
    service: 2_500n,
    creators: 5_000n,
    issuer: 0n,
    seller: 92_500n,
  })
  expect(sharesOf(1n, fees(25, 20, 5))).toEqual({ service: 0n, creators: 0n, issuer: 0n, seller: 1n })
  const { seller, ...others } = sharesOf(99_999n, fees(2.55, 0.01, 10))
  expect(seller + others.service + others.creators + others.issuer).toBe(99_999n)
})
