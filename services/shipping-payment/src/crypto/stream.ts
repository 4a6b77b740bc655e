import type { Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { jobType } from '@talad/shared/jobs'
import { type Change, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { decide, PROOF_MS } from './decide.ts'
import { type CryptoEvent, cryptoEvent } from './events.ts'
import { publish } from './publish.ts'
import { type CryptoShipping, evolve } from './state.ts'

/** Due when the time of what is open is over: to be sent, or to be proven. */
export const cryptoDeadline = jobType('crypto.deadline', z.object({ shippingId: z.string() }))

type Changed = Change<CryptoShipping | undefined, CryptoEvent>

/** When the time of it is over as it stands; undefined when it has ended. */
export function deadlineOf({ status, expiresAt, sentAt }: CryptoShipping): Date | undefined {
  if (status === 'pending') return expiresAt
  return status === 'processing' && sentAt ? new Date(sentAt.getTime() + PROOF_MS) : undefined
}

/** The row beside the events: its constraint is the limit of SP-6. */
async function save(tx: Tx, { id, state, version, events }: Changed): Promise<void> {
  if (!state) return
  if (version > events.length) {
    await tx.query(
      `update crypto_shipping set version = $2, status = $3, tx_hash = $4, opened_by_customer_id = $5,
         buyer_customer_id = $6, seller_customer_id = $7 where id = $1`,
      [
        ...[id, version, state.status, state.txHash ?? null],
        ...[state.openedBy, state.buyerCustomerId, state.sellerCustomerId],
      ],
    )
    return
  }
  await tx.query(
    `insert into crypto_shipping (id, version, order_hash, opened_by_customer_id, buyer_customer_id,
       seller_customer_id, status, created_at, tx_hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[id, version, state.order.hash, state.openedBy, state.buyerCustomerId, state.sellerCustomerId],
      ...[state.status, state.createdAt, state.txHash ?? null],
    ],
  )
  const at = deadlineOf(state)
  if (at) await cryptoDeadline.enqueue(tx, [{ payload: { shippingId: id }, key: id, at }])
}

/** One purchase in crypto, from the intent to what the chain proves of it (SP-28). The chain alone moves anything. */
export const cryptoShippings = stream({
  name: 'crypto_shipping',
  event: cryptoEvent,
  initial: undefined as CryptoShipping | undefined,
  evolve,
  decide,
  publish,
  save: each(save),
  constraints: { shipping_three_per_buyer: 'TOO_MANY_SHIPPINGS' }, // SP-6
})
