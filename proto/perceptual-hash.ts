/** One more column than bits in a row: each bit says whether it gets brighter from one point to the next. */
const WIDTH = 17
const HEIGHT = 16
export const HASHED_SIZE = { width: WIDTH, height: HEIGHT }

/** Points of a plain picture differ by less: its hash would be that of its noise. */
const PLAIN = 12

/**
 * MO-15: a hash that stays nearly the same when a picture is scaled, compressed or tinted (dHash, 256 bits).
 * @param grey brightness of the points of the picture scaled to HASHED_SIZE, row by row
 * @returns 64 hex digits; empty where it shows too little to tell it from others
 */
export function perceptualHash(grey: Uint8Array): string {
  if (grey.length !== WIDTH * HEIGHT) throw new Error(`${grey.length} points in place of ${WIDTH * HEIGHT}`)
  if (Math.max(...grey) - Math.min(...grey) < PLAIN) return ''
  let bits = 0n
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH - 1; x += 1) {
      const at = y * WIDTH + x
      bits = (bits << 1n) | ((grey[at] ?? 0) < (grey[at + 1] ?? 0) ? 1n : 0n)
    }
  return bits.toString(16).padStart(64, '0')
}

/** MO-15: pictures whose hashes differ in more bits are two. */
export const NEAR_PICTURES = 40

/** In how many bits two hashes differ. */
export function distanceOf(a: string, b: string): number {
  const differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  return differing.toString(2).replaceAll('0', '').length
}
