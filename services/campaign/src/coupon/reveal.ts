import type { Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { type Codegen, hasRoom } from '../payload/code-space.ts'
import { codeOf } from './codegen.ts'
import { type CouponChecked, checkCoupon } from './consume.ts'
import { identityOf, type TokenIdentity } from './find.ts'
import { couponOfItem, type ItemCoupon } from './item.ts'
import { lockTokens } from './locks.ts'

/** With a million times as many codes as tokens, one that is another's already comes next to never. */
const MOST_ATTEMPTS = 20

/** CA-67: the code that is made for a token, once for good. @throws Rejection CODE_SPACE_TOO_SMALL */
async function madeCode(
  tx: Tx,
  key: Uint8Array,
  about: TokenIdentity & { codegen: Codegen; item: ItemCoupon },
  now: Date,
): Promise<string> {
  const { itemId, token, codegen, item } = about
  const { rows } = await tx.query<{ code: string }>(
    'select code from coupon_token_code where item_id = $1 and token = $2 and made',
    [itemId, token],
  )
  if (rows[0]) return rows[0].code
  if (!hasRoom(codegen, item.tokens)) throw new Rejection('CODE_SPACE_TOO_SMALL') // CA-67
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const code = codeOf(key, codegen, { itemId, tokenId: String(token) }, attempt)
    const { rowCount } = await tx.query(
      `insert into coupon_token_code (item_id, token, code, space_id, made, created) values ($1, $2, $3, $4, true, $5)
       on conflict do nothing`,
      [itemId, token, code, item.spaceId, now],
    )
    if (rowCount === 1) return code
  }
  throw new Error(`no code is left for ${identityOf(about)}`)
}

/** CA-68: the entry of a pool that is a token's, or becomes it: the oldest free one. @returns undefined: there is none */
async function pooledCode(
  tx: Tx,
  { spaceId, poolName }: { spaceId: string; poolName: string },
  token: TokenIdentity,
  now: Date,
): Promise<string | undefined> {
  const of = [spaceId, poolName]
  for (;;) {
    const { rows } = await tx.query<{ code: string }>({
      name: 'campaign.assign_coupon',
      text: `with known as (select code from coupon_code where space_id = $1 and pool_name = $2 and assigned_to = $3),
        given as (update coupon_code set assigned_to = $3, assigned_at = $4, updated = $4, taken = true
          where not exists (select 1 from known) and id = (select id from coupon_code
            where space_id = $1 and pool_name = $2 and not taken order by seq limit 1 for update skip locked)
          returning code)
        select code from known union all select code from given`,
      values: [...of, identityOf(token), now],
    })
    if (rows[0]) return rows[0].code
    // those that are left are in the hands of others, who may give them back: the first of them is waited for
    const { rows: left } = await tx.query(
      'select 1 from coupon_code where space_id = $1 and pool_name = $2 and not taken order by seq limit 1',
      of,
    )
    if (left.length === 0) return undefined
    await tx.query(
      `select 1 from coupon_code where space_id = $1 and pool_name = $2 and not taken order by seq limit 1 for update`,
      of,
    )
  }
}

/** @throws Rejection COUPON_NOT_FOUND */
async function couponOfToken(tx: Tx, { itemId, token }: TokenIdentity) {
  const item = await couponOfItem(tx, itemId, token)
  if (!item?.coupon || !item.grantedAt) throw new Rejection('COUPON_NOT_FOUND')
  return { item, coupon: item.coupon }
}

/**
 * CA-67, CA-68: the coupon of a token, with a code of its own from the first time on; again, it is the same.
 * @throws Rejection COUPON_NOT_FOUND, CODE_SPACE_TOO_SMALL
 */
export async function revealCoupon(
  tx: Tx,
  key: Uint8Array,
  token: TokenIdentity,
  now: Date,
): Promise<CouponChecked> {
  let found = await couponOfToken(tx, token)
  if (found.coupon.codegen || found.coupon.codepool !== undefined) {
    // one after the other: a token gets one code, and none where it was taken back meanwhile
    await lockTokens(tx, [token])
    found = await couponOfToken(tx, token)
  }
  const { item } = found
  const { code, codes = [], codegen, codepool } = found.coupon
  const poolName = codepool?.trim()
  const its =
    poolName !== undefined
      ? await pooledCode(tx, { spaceId: item.spaceId, poolName }, token, now)
      : codegen
        ? await madeCode(tx, key, { ...token, codegen: codegen === true ? {} : codegen, item }, now)
        : (code ?? codes[(token.token - 1) % codes.length])
  if (its === undefined) return { usable: false, reason: 'pool_empty' }
  return checkCoupon(tx, { code: its, of: token }, now, item)
}
