import type { Tx } from '@talad/shared/db'
import { type Change, changeIn } from '@talad/shared/stream'
import { shippings } from '../shipping/stream.ts'
import type { Command } from '../topup/commands.ts'
import type { TopupEvent } from '../topup/events.ts'
import type { Topup } from '../topup/state.ts'
import { topups } from '../topup/stream.ts'
import { recordHeld } from './card.ts'

/** Tells a purchase where the refund of its card stands, where that has changed. */
export async function recordRefund(
  tx: Tx,
  topupId: string,
  { before, state }: Pick<Change<Topup | undefined, TopupEvent>, 'before' | 'state'>,
  now: Date,
): Promise<void> {
  const refund = state?.refund
  const isNews = refund && (refund.id !== before?.refund?.id || refund.status !== before.refund.status)
  if (!state || !isNews) return
  const { id: refundId, status, amount, note } = refund
  const moved = { type: 'RecordCardRefund' as const, topupId, refundId, status, amount, note, now }
  await changeIn(tx, shippings, state.shippingId, moved, now)
  // SP-18: what the bank has sent back is with us again
  await recordHeld(tx, topupId, state, now)
}

/** Changes a refund, and tells its purchase, in one transaction. @throws Rejection as the decider */
export async function changeRefundIn(tx: Tx, id: string, command: Command): Promise<Topup | undefined> {
  const changed = await changeIn(tx, topups, id, command, command.now)
  await recordRefund(tx, id, changed, command.now)
  return changed.state
}
