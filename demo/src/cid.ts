import { createHash } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

function base32(bytes: Uint8Array): string {
  let [text, buffer, bits] = ['', 0, 0]
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((buffer >> bits) & 31)
    }
  }
  return bits === 0 ? text : text + alphabet.charAt((buffer << (5 - bits)) & 31)
}

/**
 * The content id of a demonstration folder: a well-formed CIDv1 (dag-pb, sha2-256, base32) of its name.
 * It addresses nothing on the public network; only the gateway of the sandbox answers it.
 */
export function demonstrationCid(name: string): string {
  const digest = createHash('sha256').update(`talad demonstration ${name}`).digest()
  const [version, dagPb, sha256] = [0x01, 0x70, 0x12]
  return `b${base32(Uint8Array.of(version, dagPb, sha256, digest.length, ...digest))}`
}
