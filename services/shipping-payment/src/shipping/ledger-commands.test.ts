import { fromBinary } from '@bufbuild/protobuf'
import { PostSchema } from '@talad/proto/ledger/v1/commands'
import { expect, test } from 'vitest'
import { settle } from './ledger-commands.ts'
import type { ShippingView } from './view.ts'

const share = (customerId: string, type: 'net' | 'royalty' | 'service', value: bigint) => ({
  customerId,
  type,
  value,
  basisPoints: Number(value),
})

test('OB-33 a settlement pays the artist, the issuer and the seller by the order’s distribution; a payee who is not known is paid to the holding account', () => {
  const shares = [
    share('', 'service', 250n),
    share('join-artist', 'royalty', 500n),
    share('join-issuer', 'royalty', 300n),
    share('', 'royalty', 100n),
    share('join-seller', 'net', 8_850n),
  ]
  const view = { buyerCustomerId: 'join-buyer', gross: 10_000n, shares } as unknown as ShippingView
  const { postings } = fromBinary(PostSchema, settle('s1', view).payload)
  const paid = postings.filter(({ account }) => !/escrow|conversion/.test(account))
  expect(paid.map(({ account, unit, type, value }) => [account, unit, type, value])).toEqual([
    ['platform:service_fee', 'ft_thb', 'in', 250n],
    ['join-artist', 'ft_thb', 'in', 500n],
    ['join-issuer', 'ft_thb', 'in', 300n],
    ['platform:holding', 'ft_thb', 'in', 100n],
    ['join-seller', 'ft_thb', 'in', 8_850n],
  ])
  const sum = (unit: string) =>
    postings.reduce(
      (total, one) => (one.unit === unit ? total + (one.type === 'in' ? one.value : -one.value) : total),
      0n,
    )
  expect([sum('pt_thb'), sum('ft_thb')]).toEqual([0n, 0n])
})
