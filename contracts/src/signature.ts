import { dataLength, dataSlice, isHexString, recoverAddress, toBigInt, toNumber } from 'ethers'

/** Why a byte string is no ECDSA signature that both Seaport and we accept. */
export type SignatureFault = 'length' | 'recovery-id' | 'malleable' | 'unrecoverable'

export type Recovered = { signer: string } | { fault: SignatureFault }

const HALF_OF_CURVE_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const ALL_BUT_HIGHEST_BIT = (1n << 255n) - 1n

/**
 * The lower-case address that made a signature over a digest. Takes 65 bytes (r, s, v with v 27 or 28, as Seaport
 * wants it) or the 64 bytes of EIP-2098. A fault of `length` may still be a signature of a contract (EIP-1271).
 */
export function recoverSigner(digest: string, signature: string): Recovered {
  const parsed = parse(signature)
  if ('fault' in parsed) return parsed
  // OB-10: for each signature there is a second one with a high s. Seaport takes both; we take one, so that a
  // signature can't be changed by someone who only saw it.
  if (toBigInt(parsed.s) > HALF_OF_CURVE_ORDER) return { fault: 'malleable' }
  try {
    return { signer: recoverAddress(digest, parsed).toLowerCase() }
  } catch {
    return { fault: 'unrecoverable' }
  }
}

type Parsed = { r: string; s: string; v: 27 | 28 }

function parse(signature: string): Parsed | { fault: SignatureFault } {
  if (!isHexString(signature)) return { fault: 'length' }
  const length = signature.length % 2 === 0 ? dataLength(signature) : 0
  if (length === 65) {
    const v = toNumber(dataSlice(signature, 64))
    if (v !== 27 && v !== 28) return { fault: 'recovery-id' }
    return { r: dataSlice(signature, 0, 32), s: dataSlice(signature, 32, 64), v }
  }
  if (length === 64) {
    const parityAndS = toBigInt(dataSlice(signature, 32))
    const s = parityAndS & ALL_BUT_HIGHEST_BIT
    return { r: dataSlice(signature, 0, 32), s: hex32(s), v: s === parityAndS ? 27 : 28 }
  }
  return { fault: 'length' }
}

function hex32(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
