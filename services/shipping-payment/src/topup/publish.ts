import { PostTopupSchema } from '@talad/proto/ledger/v1/commands'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Row } from '@talad/shared/event-log'
import { LEDGER_COMMAND_TOPIC } from '../shipping/publish.ts'
import { topupEvent } from './events.ts'

/** A completed top-up is credited by the ledger; nothing else of a top-up concerns others. */
export function publishTopup(row: Row): Outgoing[] {
  const event = topupEvent.parse({ type: row.type, data: row.data })
  if (event.type !== 'TopupCompleted') return []
  const { transactionId, customerId, amount, pay } = event.data
  return [
    outgoing(LEDGER_COMMAND_TOPIC, customerId, PostTopupSchema, {
      topupId: row.stream.slice('topup-'.length),
      customerId,
      value: amount,
      provider: 'chillpay',
      providerReference: transactionId,
      ...(pay ? { pay: { ...pay, lockPartial: false } } : {}),
    }),
  ]
}
