import { inTx } from '@talad/shared/db'
import { load } from '@talad/shared/handle'
import type { Sweeper } from '@talad/shared/sweeper'
import { unixSeconds } from '@talad/shared/unix-time'
import type { Deps } from '../deps.ts'
import { MINIMUM_KYC_LEVEL } from '../listing/market.ts'
import { changeIn, changing } from '../order/change.ts'
import { activityReasons } from '../order/decide.ts'
import { standingOf } from '../order/state.ts'
import { orders, streamId } from '../order/stream.ts'
import { kycLevelOf } from '../projections/accounts.ts'
import { assetOf } from '../projections/assets.ts'

/** OB-4: an open order is looked at at least this often. */
const EVERY_MS = 10 * 60_000

/** `due_at` as text: a Date would lose the microseconds, and the row would never be found again. */
type Due = { hash: string; due_at: string }

/** OB-4: computes again what is active: after each event that may have changed it, and every ten minutes. */
export function activitySweeper(deps: Deps): Sweeper<Due> {
  const { db, prisma, chain, market, now } = deps
  return {
    name: 'order-book.activity',
    everyMs: 2_000,
    key: (item) => item.hash,
    concurrency: 4,
    async due() {
      const found = await db.query<Due>(
        `select hash, check_at::text as due_at from order_guard
         where open and check_at <= now() and signed_end > $1 order by check_at limit 50`,
        [unixSeconds(now())],
      )
      return found.rows
    },
    async run({ hash, due_at: dueAt }) {
      const { state } = await inTx(db, (tx) => load(tx, orders, streamId(hash)))
      const { terms } = state
      if (!terms) return
      const token = { contract: terms.contract, tokenId: terms.tokenId }
      const [onChain, asset, kycLevel] = await Promise.all([
        chain.listing(hash, { ...token, offerer: terms.offerer, contractType: terms.contractType }),
        assetOf(prisma, token),
        kycLevelOf(prisma, terms.accountId),
      ])
      const reasons = activityReasons({
        terms,
        left: terms.amount - standingOf(state, terms).filled,
        chain: onChain,
        suspended: asset?.suspended ?? false,
        kycLevel,
        minimumKycLevel: market.skipKyc ? 0 : MINIMUM_KYC_LEVEL,
      })
      await changing(deps, async (tx) => {
        await changeIn(tx, hash, { type: 'SetActivity', reasons }, now())
        // not when an event has asked for another look meanwhile
        await tx.query(
          'update order_guard set check_at = $3 where hash = $1 and check_at = $2::timestamptz',
          [hash, dueAt, new Date(now().getTime() + EVERY_MS)],
        )
      })
    },
  }
}
