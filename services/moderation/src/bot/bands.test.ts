import { distanceOf, NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import { assert, constantFrom, integer, property, tuple, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { bandsOf, keysNear } from './bands.ts'

const DIGITS = '0123456789abcdef'
const hash = tuple(...Array.from({ length: 64 }, () => constantFrom(...DIGITS))).map((all) => all.join(''))
const changed = (of: string, places: readonly number[]) =>
  places
    .reduce((bits, place) => bits ^ (1n << BigInt(place)), BigInt(`0x${of}`))
    .toString(16)
    .padStart(64, '0')
const found = (of: string, other: string) => {
  const keys = new Set(keysNear(of))
  return bandsOf(other).some((number) => keys.has(number))
}

test('MO-15 of pictures that are near none is missed by the search through bands, however their bits lie', () => {
  const near = uniqueArray(integer({ min: 0, max: 255 }), { maxLength: NEAR_PICTURES })
  assert(
    property(hash, near, (of, places) => {
      const other = changed(of, places)
      expect(distanceOf(of, other)).toBe(places.length)
      expect(found(of, other)).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('MO-15 as many bits in every band as it may differ by, and one more in each, are the end of what is found', () => {
  const of = 'a5'.repeat(32)
  // a bit of the hash is in the band of which its number differs
  const bandOf = (place: number) =>
    bandsOf(changed(of, [place])).findIndex((number, n) => number !== bandsOf(of)[n])
  const places = new Map<number, number[]>()
  for (let place = 0; place < 256; place += 1)
    places.set(bandOf(place), [...(places.get(bandOf(place)) ?? []), place])
  expect([...places.values()].map((all) => all.length).sort()).toEqual([
    ...Array(10).fill(18),
    ...Array(4).fill(19),
  ])
  // spread as evenly as can be: two or three in each
  const spread = (most: number) => [...places.values()].flatMap((all) => all.slice(0, most))
  const three = spread(3)
  expect(found(of, changed(of, three))).toBe(false)
  expect(three.length).toBeGreaterThan(NEAR_PICTURES)
  expect(found(of, changed(of, spread(2)))).toBe(true)
  expect(new Set(keysNear(of)).size).toBe(keysNear(of).length)
})
