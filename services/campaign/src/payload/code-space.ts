import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { Rejection } from '@talad/shared/rejection'

type Coupon = NonNullable<Payload['coupon-code']>
/** CA-67: what a payload says of codes that are made. */
export type Codegen = Extract<NonNullable<Coupon['codegen']>, object>

export const LENGTH = 10
export const CHARSET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** So many codes must there be for each that is made, or who guesses finds one too soon. */
const SPACE_PER_CODE = 1_000_000n

const spaceOf = ({ length = LENGTH, charset = CHARSET }: Codegen) => BigInt(charset.length) ** BigInt(length)

/** CA-67: whether there is room for as many codes as are asked for. */
export const hasRoom = (codegen: Codegen, count: bigint) => spaceOf(codegen) >= SPACE_PER_CODE * count

/**
 * CA-67: that the codes of a payload have room when it is saved: without a limit no fewer than the usual ones have. How many
 * tokens there are is asked again when one gets its code.
 * @throws Rejection CODE_SPACE_TOO_SMALL
 */
export function requireRoomForCodes(payload: Payload, mintLimit: number | null): void {
  const { codegen } = payload['coupon-code'] ?? {}
  if (codegen === undefined || codegen === true) return
  const has = mintLimit === null ? spaceOf(codegen) >= spaceOf({}) : hasRoom(codegen, BigInt(mintLimit))
  if (!has) throw new Rejection('CODE_SPACE_TOO_SMALL', { field: 'payload.coupon-code.codegen' })
}
