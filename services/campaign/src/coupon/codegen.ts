import { createHmac, hkdfSync } from 'node:crypto'
import { CHARSET, type Codegen, LENGTH } from '../payload/code-space.ts'

/** The key of codes. @param masterKey hex */
export const makeCouponKey = (masterKey: string) =>
  new Uint8Array(hkdfSync('sha256', Buffer.from(masterKey, 'hex'), '', 'talad.campaign.coupon-code', 32))

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
