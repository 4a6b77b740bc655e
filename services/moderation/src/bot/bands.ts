import { NEAR_PICTURES } from '@talad/proto/perceptual-hash'

const BITS = 256
const BANDS = 14
/** Bits of a band lie so many apart: far from each other in the picture, where neighbours are much alike. */
const STRIDE = 93
/** Numbers of one band stand below those of the next. */
const BAND_SIZE = 2 ** 19

/** The places of a hash's bits in each band, the lowest first. */
const PLACES = Array.from({ length: BANDS }, (_, band) =>
  Array.from({ length: Math.ceil((BITS - band) / BANDS) }, (_, n) => ((band + BANDS * n) * STRIDE) % BITS),
)

/** All numbers of so many bits with at most so many ones. */
function masks(bits: number, most: number): number[] {
  if (most === 0 || bits === 0) return [0]
  const top = 1 << (bits - 1)
  return [...masks(bits - 1, most), ...masks(bits - 1, most - 1).map((rest) => rest | top)]
}

/**
 * In how many bits each band may differ: of two hashes that differ by more in every band all bands together differ by
 * more than near ones do, so near ones have a band that differs by no more than this. What is left over goes to the
 * wider bands, where as many more bits make fewer candidates.
 */
const ALLOWED = PLACES.map((_, band) => Math.floor((NEAR_PICTURES + BANDS - band) / BANDS) - 1)
const MASKS = PLACES.map((places, band) => masks(places.length, ALLOWED[band] ?? 0))

/** MO-15: a perceptual hash of 64 hex digits as one number for each of its bands. As `picture_bands` of the database. */
export function bandsOf(hash: string): number[] {
  const bits = BigInt(`0x${hash}`).toString(2).padStart(BITS, '0')
  return PLACES.map((places, band) =>
    places.reduce((sum, place, n) => sum + (bits[place] === '1' ? 2 ** n : 0), band * BAND_SIZE),
  )
}

/** MO-15: numbers of which every hash that is near to this one has at least one among its bands. */
export function keysNear(hash: string): number[] {
  return bandsOf(hash).flatMap((number, band) => (MASKS[band] ?? []).map((mask) => number ^ mask))
}
