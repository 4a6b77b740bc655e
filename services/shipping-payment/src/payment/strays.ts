import { type AuditActor, audit } from '@talad/shared/audit'
import { type Db, inTx } from '@talad/shared/db'

/** A rightly signed callback about an order that nobody here knows (SP-17). */
export type Stray = {
  transaction_id: string
  order_no: string
  /** as the provider says it: 0 is paid */
  payment_status: number
  received_at: Date
  settled_at: Date | null
  settled_by: string | null
  note: string | null
}

/** @param all those that are settled too @returns the newest first */
export async function listStrays(db: Db, { all, limit }: { all: boolean; limit: number }): Promise<Stray[]> {
  const { rows } = await db.query<Stray>(
    `select transaction_id, order_no, payment_status, received_at, settled_at, settled_by, note
     from stray_callback where $1 or settled_at is null order by received_at desc, transaction_id limit $2`,
    [all, limit],
  )
  return rows
}

type Settled = { transactionId: string; note: string; operator: string; requestId: string; now: Date }

/**
 * SP-17: an operator has settled with the payer what a stray callback was about. The row stays, and the audit log tells it.
 * @returns what it was before, once; undefined when there is none that waits
 */
export function settleStray(db: Db, about: Settled): Promise<Stray | undefined> {
  const { transactionId, note, operator, requestId, now } = about
  const actor: AuditActor = { operator }
  return inTx(db, async (tx) => {
    const { rows } = await tx.query<Stray>(
      `update stray_callback set settled_at = $2, settled_by = $3, note = $4
       where transaction_id = $1 and settled_at is null
       returning transaction_id, order_no, payment_status, received_at, settled_at, settled_by, note`,
      [transactionId, now, `operator:${operator}`, note],
    )
    const [after] = rows
    if (!after) return undefined
    const before = { ...after, settled_at: null, settled_by: null, note: null }
    const target = { kind: 'stray_callback', id: transactionId }
    await audit(tx, { actor, action: 'stray_callback.settle', target, before, after, note, requestId, now })
    return after
  })
}
