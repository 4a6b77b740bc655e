import type { AdminDelivery } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import type { Queryable, Tx } from '@talad/shared/db'
import { deliveryJob } from '../delivery/chain.ts'

type Row = Pick<AdminDelivery, 'status' | 'nonce' | 'signer' | 'hash' | 'retry_count'> & {
  block: bigint | null
  deadline: Date
  retry_reason: string | null
  failed_reason: string | null
  created_at: Date
  updated_at: Date
}
type Attempt = {
  hash: string
  nonce: number
  max_fee: bigint
  priority_fee: bigint
  filler: boolean
  signed_at: Date
  accepted_at: Date | null
}

/**
 * Whether the relayer's queue has a purchase's delivery in a block, has given it up, or is still at it. Until the
 * transaction ends the queue waits with what it has to say of it.
 */
export async function deliveryOutcome(tx: Tx, shippingId: string): Promise<'mined' | 'under way' | 'lost'> {
  const found = await tx.query<{ status: string }>(
    'select status from kit.chain_tx where id = $1 for share',
    [deliveryJob(shippingId)],
  )
  const status = found.rows[0]?.status ?? 'pending'
  if (status === 'mined') return 'mined'
  return status === 'failed' || status === 'canceled' ? 'lost' : 'under way'
}

/** The delivery of a purchase as the relayer's queue keeps it; undefined: none was asked for. */
export async function deliveryOf(
  db: Queryable,
  shippingId: string,
): Promise<{ delivery: AdminDelivery; askedAt: Date; updatedAt: Date } | undefined> {
  const id = deliveryJob(shippingId)
  const found = await db.query<Row>(
    `select status, nonce, signer, hash, block, deadline, retry_count, retry_reason, failed_reason, created_at,
       updated_at from kit.chain_tx where id = $1`,
    [id],
  )
  const row = found.rows[0]
  if (!row) return undefined
  const { rows: attempts } = await db.query<Attempt>(
    `select hash, nonce, max_fee, priority_fee, filler, signed_at, accepted_at from kit.chain_tx_attempt
     where job_id = $1 order by seq`,
    [id],
  )
  const { created_at: askedAt, updated_at: updatedAt, block, deadline, ...rest } = row
  const delivery = {
    ...rest,
    block: block?.toString() ?? null,
    deadline: deadline.toISOString(),
    attempts: attempts.map(({ max_fee, priority_fee, signed_at, accepted_at, ...attempt }) => ({
      ...attempt,
      max_fee: max_fee.toString(),
      priority_fee: priority_fee.toString(),
      signed: signed_at.toISOString(),
      accepted: accepted_at?.toISOString() ?? null,
    })),
  }
  return { delivery, askedAt, updatedAt }
}
