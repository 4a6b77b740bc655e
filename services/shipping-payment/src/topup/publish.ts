import { PostSchema } from '@talad/proto/ledger/v1/commands'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { LEDGER_COMMAND_TOPIC } from '../../manifest.ts'
import type { TopupEvent } from './events.ts'

/** A completed top-up is credited by the ledger; nothing else of a top-up concerns others. */
export function publish({ id, event }: Published<TopupEvent, unknown>): Outgoing[] {
  if (event.type !== 'TopupCompleted') return []
  const { transactionId, customerId, amount, pay } = event.data
  const common = { unit: 'pt_thb', value: amount }
  return [
    outgoing(LEDGER_COMMAND_TOPIC, customerId, PostSchema, {
      ...{ flow: 'topup', id, customerId, reference: transactionId },
      postings: [
        { ...common, account: 'platform:provider_clearing', type: 'out' },
        { ...common, account: customerId, type: 'in' },
      ],
      // SP-13: with what is held, the price goes to escrow in the same transaction
      ...(pay && { capture: { flow: 'shipping', id: pay.shippingId, customerId, amount: pay.gross } }),
    }),
  ]
}
