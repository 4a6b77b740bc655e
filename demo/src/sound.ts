import type { CollectionKey } from './collections.ts'

const RATE_HZ = 22_050
const SECONDS = 5
const STRIKE_HZ = 330
/** Of a struck bell: what sounds beside the strike note, how loud, and in how many seconds it fades to a third. */
const PARTIALS: readonly [share: number, loudness: number, fades: number][] = [
  [0.5, 0.3, 1.9],
  [1, 0.34, 1.4],
  [1.19, 0.16, 1.1],
  [1.5, 0.1, 0.8],
  [2, 0.16, 0.6],
  [2.67, 0.08, 0.35],
]
const HEADER_BYTES = 44
const SAMPLE_BYTES = 2

/** Whether a token has a sound besides its picture: the ticket of the golden bell rings. */
export const hasSound = (key: CollectionKey, tokenId: number): boolean => key === 'ticket' && tokenId === 12

function loudnessAt(seconds: number): number {
  return PARTIALS.reduce(
    (sum, [share, loudness, fades]) =>
      sum + loudness * Math.exp(-seconds / fades) * Math.sin(2 * Math.PI * STRIKE_HZ * share * seconds),
    0,
  )
}

/** A temple bell, struck once, as a WAV file: one channel of 16 bits. */
export function bell(): Uint8Array {
  const samples = RATE_HZ * SECONDS
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + samples * SAMPLE_BYTES))
  const write = (at: number, text: string) => {
    for (const [n, letter] of [...text].entries()) view.setUint8(at + n, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, view.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // not compressed
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE_HZ, true)
  view.setUint32(28, RATE_HZ * SAMPLE_BYTES, true)
  view.setUint16(32, SAMPLE_BYTES, true)
  view.setUint16(34, 8 * SAMPLE_BYTES, true)
  write(36, 'data')
  view.setUint32(40, samples * SAMPLE_BYTES, true)
  for (let n = 0; n < samples; n++) {
    const value = Math.round(32_767 * 0.85 * loudnessAt(n / RATE_HZ))
    view.setInt16(HEADER_BYTES + n * SAMPLE_BYTES, Math.max(-32_768, Math.min(32_767, value)), true)
  }
  return new Uint8Array(view.buffer)
}
