import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applicableFees, displayValue, distribute, type Fee, partOf } from './decide.ts'

const fee = (changes: Partial<Fee>): Fee => ({
  type: 'royalty',
  contract: '0xa',
  customerId: 'join-artist',
  basisPoints: 500,
  disabled: false,
  ...changes,
})

test('OB-32 the service fee of the contract stands before the general one, royalties add up, disabled rows do not', () => {
  const general = fee({ type: 'service', contract: null, customerId: null, basisPoints: 100 })
  const own = fee({ type: 'service', customerId: null, basisPoints: 200 })
  const royalty = fee({})
  const off = fee({ customerId: 'join-b', disabled: true })
  const elsewhere = fee({ contract: '0xb' })
  expect(applicableFees([general, own, royalty, off, elsewhere], '0xa')).toEqual([own, royalty])
  expect(applicableFees([general, royalty], '0xc')).toEqual([general])
})

test('OB-29 shares are rounded down and the seller gets the dust', () => {
  const shares = distribute(9_999n, [fee({ basisPoints: 333 }), fee({ basisPoints: 1 })], 'join-seller')
  expect(shares.map((share) => share.value)).toEqual([332n, 0n, 9_667n])
  expect(shares.at(-1)).toMatchObject({ type: 'net', basisPoints: 9_666, customerId: 'join-seller' })
})

test('OB-29 shares of any price and any fees up to half of it sum to the price', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 128n }),
      fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 5 }),
      (raw, points) => {
        const shares = distribute(
          raw,
          points.map((basisPoints) => fee({ basisPoints })),
          'join-seller',
        )
        expect(shares.reduce((sum, share) => sum + share.value, 0n)).toBe(raw)
        expect(shares.reduce((sum, share) => sum + share.basisPoints, 0)).toBe(10_000)
        expect(shares.every((share) => share.value >= 0n)).toBe(true)
      },
    ),
    { seed: 29, numRuns: 1_000 },
  )
})

test('OB-31 fees above the price are a fault, not a negative net', () => {
  expect(() => distribute(100n, [fee({ basisPoints: 6_000 }), fee({ basisPoints: 6_000 })], 's')).toThrow(
    RangeError,
  )
})

test('OB-34 a preview adds the shares of a type', () => {
  const shares = distribute(10_000n, [fee({}), fee({ basisPoints: 100 })], 's')
  expect(partOf(shares, 'royalty')).toEqual({ basisPoints: 600, value: 600n })
  expect(partOf(shares, 'service')).toEqual({ basisPoints: 0, value: 0n })
})

test('WB-9 a value has two to four decimals, rounded half up; what is smaller than 0.0001 is not shown as zero', () => {
  const shown = (text: string, decimals = 18) =>
    displayValue(BigInt(text.replace('.', '').padEnd(text.indexOf('.') + decimals, '0')), decimals)
  expect(shown('1.0')).toBe('1.00')
  expect(shown('10.5', 2)).toBe('10.50')
  expect(shown('0.12345')).toBe('0.1235')
  expect(shown('0.12344')).toBe('0.1234')
  expect(shown('9.99995')).toBe('10.00')
  expect(shown('0.0001')).toBe('0.0001')
  expect(shown('0.00009')).toBe('<0.0001')
  expect(shown('0.0')).toBe('0.00')
})
