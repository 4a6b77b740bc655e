import { PostTopupSchema } from '@talad/proto/ledger/v1/commands'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { LEDGER_COMMAND_TOPIC } from '../../manifest.ts'
import type { TopupEvent } from './events.ts'

/** A completed top-up is credited by the ledger; nothing else of a top-up concerns others. */
export function publish({ id, event }: Published<TopupEvent, unknown>): Outgoing[] {
  if (event.type !== 'TopupCompleted') return []
  const { transactionId, customerId, amount, pay } = event.data
  return [
    outgoing(LEDGER_COMMAND_TOPIC, customerId, PostTopupSchema, {
      topupId: id,
      customerId,
      value: amount,
      provider: 'chillpay',
      providerReference: transactionId,
      ...(pay ? { pay: { ...pay, lockPartial: false } } : {}),
    }),
  ]
}
