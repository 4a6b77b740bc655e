import { createHmac } from 'node:crypto'
import type { Payload } from '@talad/proto/http/campaign/payload/modules'

type Coupon = NonNullable<Payload['coupon-code']>
/** CA-67: what a payload says of codes that are made. */
export type Codegen = Extract<NonNullable<Coupon['codegen']>, object>

const LENGTH = 10
const CHARSET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** So many codes must there be for each that is made, or who guesses finds one too soon. */
const SPACE_PER_CODE = 1_000_000n

/**
 * Whether there is room for as many codes as are asked for.
 * @param count how many there will be: of an item without a limit, as many as its tokens can be numbered
 */
export function hasRoom({ length = LENGTH, charset = CHARSET }: Codegen, count: bigint): boolean {
  return BigInt(charset.length) ** BigInt(length) >= SPACE_PER_CODE * count
}

/**
 * CA-67: the code of a token, which nobody can tell who lacks the key.
 * @param key secret, of at least 256 bits
 * @param token whose it is
 * @param attempt from 0; the next one, where another token of the project has that code already
 * @returns its normal form (CA-75), at most 64 characters
 */
export function codeOf(
  key: Uint8Array,
  { length = LENGTH, charset = CHARSET, prefix = '' }: Codegen,
  token: { itemId: string; tokenId: string },
  attempt: number,
): string {
  if (key.length < 32) throw new Error('a key of codes has at least 32 bytes')
  // what is left over of a byte would make the first characters more frequent
  const even = 256 - (256 % charset.length)
  let code = ''
  for (let block = 0; code.length < length; block++) {
    const hmac = createHmac('sha256', key).update(
      JSON.stringify([token.itemId, token.tokenId, attempt, block]),
    )
    for (const byte of hmac.digest())
      if (byte < even && code.length < length) code += charset[byte % charset.length]
  }
  return prefix + code
}
