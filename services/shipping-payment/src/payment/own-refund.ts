import type { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import type { Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { loadAll, transact } from '@talad/shared/stream'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { toBought } from '../shipping/response.ts'
import { existingShipping } from '../shipping/stream.ts'
import { refundableOf, type Topup } from '../topup/state.ts'
import { topups } from '../topup/stream.ts'
import { changeRefundIn } from './refund-moved.ts'

type Asked = { id: string; by: string; refundId: string }

/** The card payment that a call is about: the one that it has begun to give back, else the newest that can go back. */
async function topupMeant(tx: Tx, { id, refundId }: Asked): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from topup where shipping_id = $1 and status = 'completed' order by opened_at desc`,
    [id],
  )
  const ids = rows.map((row) => row.id)
  const known = await loadAll(tx, topups, ids)
  const find = (isIt: (topup: Topup) => boolean) =>
    ids.find((topupId) => {
      const state = known.get(topupId)?.state
      return state !== undefined && isIt(state)
    })
  const begun = find(({ refund }) => refund?.id === refundId)
  return begun ?? find((topup) => refundableOf(topup) !== undefined) ?? ids[0]
}

/**
 * Gives a buyer's late card payment back to its card (SP-26). The same key asked twice is one refund: its id follows from it.
 * @throws Rejection NOT_THE_BUYER, NO_LATE_PAYMENT, ALREADY_REFUNDED, MISSING_PAYMENT_CREDENTIALS
 */
export async function refundLate(
  deps: Deps,
  asked: Asked,
): Promise<z.input<typeof http.refundLatePayment.response>> {
  if (!deps.chillpay) throw new Rejection('MISSING_PAYMENT_CREDENTIALS')
  const { id, by, refundId } = asked
  const purchase = await existingShipping(deps.db, id)
  if (purchase.buyerCustomerId !== by) throw new Rejection('NOT_THE_BUYER') // SP-22
  await transact(deps, async (tx) => {
    const topupId = await topupMeant(tx, asked)
    if (topupId === undefined) throw new Rejection('NO_LATE_PAYMENT')
    await changeRefundIn(tx, topupId, { type: 'RequestOwnRefund', refundId, by, purchase, now: deps.now() })
  })
  return { shipping: toBought(id, await existingShipping(deps.db, id), deps.now()) }
}
