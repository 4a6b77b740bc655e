import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import { CommandRefusedSchema, HeldSchema, PostedSchema, ReleasedSchema } from '@talad/proto/ledger/v1/events'
import { type Consumer, consumer, type Received } from '@talad/shared/consumer'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { withdrawals } from '../withdrawal/stream.ts'

type About = { flow: string; id: string }

const OURS: readonly string[] = ['withdrawal', 'withdrawal_settlement', 'withdrawal_reversal']

/** What the ledger made of one of our commands. */
function onLedger<D extends DescMessage>(
  event: D,
  run: (message: MessageShape<D> & About, received: Received, deps: Deps) => Promise<unknown>,
): Consumer<Deps> {
  return consumer<D, Deps>({
    topic: 'ledger.transfer.v1',
    group: 'bank-withdrawal.transfer',
    event,
    filter: (message) => OURS.includes((message as MessageShape<D> & About).flow),
    each: async (message, received, deps) =>
      void (await run(message as MessageShape<D> & About, received, deps)),
  })
}

/** BW-12: the money is locked, posted out, or free again. */
export const ledgerConsumers = [
  onLedger(HeldSchema, ({ id }, { tx, now }) =>
    changeIn(tx, withdrawals, id, { type: 'RecordHeld', now }, now),
  ),
  onLedger(ReleasedSchema, ({ id }, { tx, now }) =>
    changeIn(tx, withdrawals, id, { type: 'RecordReleased', now }, now),
  ),
  onLedger(PostedSchema, ({ id }, { tx, now }) =>
    changeIn(tx, withdrawals, id, { type: 'RecordSettled', now }, now),
  ),
  onLedger(CommandRefusedSchema, async ({ id, key, code }, { tx, now }, deps) => {
    const command = { type: 'RecordLedgerRefused' as const, key, code, now }
    const { events } = await changeIn(tx, withdrawals, id, command, now)
    for (const { type } of events)
      if (type === 'LedgerRefused')
        deps.log.error({ withdrawal: id, key, code }, 'the ledger refused to move money that is due')
  }),
]
