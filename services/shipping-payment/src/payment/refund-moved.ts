import type { Tx } from '@talad/shared/db'
import { changeIn } from '@talad/shared/stream'
import { shippings } from '../shipping/stream.ts'
import type { Command } from '../topup/commands.ts'
import type { Topup } from '../topup/state.ts'
import { topups } from '../topup/stream.ts'

/** Changes a refund, and tells its purchase where it stands, in one transaction. @throws Rejection as the decider */
export async function changeRefundIn(tx: Tx, id: string, command: Command): Promise<Topup | undefined> {
  const { now } = command
  const { before, state } = await changeIn(tx, topups, id, command, now)
  const refund = state?.refund
  const isNews = refund && (refund.id !== before?.refund?.id || refund.status !== before.refund.status)
  if (!state || !isNews) return state
  const { id: refundId, status, amount, note } = refund
  const moved = { type: 'RecordCardRefund' as const, topupId: id, refundId, status, amount, note, now }
  await changeIn(tx, shippings, state.shippingId, moved, now)
  return state
}
