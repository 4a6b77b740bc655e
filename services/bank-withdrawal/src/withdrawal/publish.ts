import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { WithdrawalChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { CaptureSchema, HoldSchema, PostSchema, ReleaseSchema } from '@talad/proto/ledger/v1/commands'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { z } from 'zod'
import { LEDGER_COMMAND_TOPIC, WITHDRAWAL_TOPIC } from '../../manifest.ts'
import type { WithdrawalEvent } from './events.ts'
import { creditStatusOf, netOf, type Withdrawal } from './state.ts'

/** What others may know of a withdrawal; stored beside each event, so that publishing needs nothing else. */
export const withdrawalView = z.object({
  customerId: z.string(),
  accountId: z.string(),
  status: z.string(),
  creditStatus: z.string(),
  value: z.coerce.bigint(),
  serviceFee: z.coerce.bigint(),
  transferId: z.string(),
  /** what was stored before it was kept had not come back */
  returned: z.boolean().default(false),
})
export type WithdrawalView = z.infer<typeof withdrawalView>

/** What people are told of a state: one that isn't locked yet waits, one that was refused or taken back is over. */
export function shownStatus(
  status: Withdrawal['status'],
): 'pending' | 'provider_processing' | 'success' | 'rejected' {
  if (status === 'holding') return 'pending'
  return status === 'refused' || status === 'canceled' ? 'rejected' : status
}

/** @throws Error for a withdrawal that was never asked for: nothing happens to such a one */
export function viewOf(withdrawal: Withdrawal | undefined): WithdrawalView {
  if (!withdrawal) throw new Error('a withdrawal that does not exist has no public state')
  const { customerId, accountId, status, value, fee, payout, returned } = withdrawal
  return {
    customerId,
    accountId,
    value,
    serviceFee: fee,
    status: shownStatus(status),
    creditStatus: creditStatusOf(withdrawal),
    transferId: payout.transferId ?? '',
    returned,
  }
}

type Posting = { account: string; type: 'in' | 'out'; value: bigint }

/** What was paid out has left through the provider, and the fee is ours (BW-11, LG-6). */
function settle(id: string, { customerId, value, serviceFee: fee, transferId }: WithdrawalView): Outgoing[] {
  const about = { flow: 'withdrawal', id, customerId }
  const postings: Posting[] = [
    { account: 'platform:withdrawal_clearing', type: 'out', value },
    { account: 'platform:provider_clearing', type: 'in', value: netOf({ value, fee }) },
    { account: 'platform:service_fee', type: 'in', value: fee },
  ]
  return [
    outgoing(LEDGER_COMMAND_TOPIC, customerId, CaptureSchema, { ...about, amount: value }),
    outgoing(LEDGER_COMMAND_TOPIC, customerId, PostSchema, {
      flow: 'withdrawal_settlement',
      id,
      customerId,
      reference: transferId,
      postings: postings.map((posting) => ({ ...posting, unit: 'ft_thb' })),
    }),
  ]
}

/** LG-8: the opposite of the settlement: the customer has the whole amount again. */
function comeBack(id: string, { customerId, value, serviceFee: fee, transferId }: WithdrawalView): Outgoing {
  const postings: Posting[] = [
    { account: 'platform:provider_clearing', type: 'out', value: netOf({ value, fee }) },
    { account: 'platform:service_fee', type: 'out', value: fee },
    { account: customerId, type: 'in', value },
  ]
  return outgoing(LEDGER_COMMAND_TOPIC, customerId, PostSchema, {
    flow: 'withdrawal_reversal',
    id,
    customerId,
    reference: transferId,
    postings: postings.map((posting) => ({ ...posting, unit: 'ft_thb' })),
  })
}

/** BW-12: what the ledger is told because of an event; one customer's commands keep their order. */
function commands(id: string, { type }: WithdrawalEvent, view: WithdrawalView): Outgoing[] {
  const { customerId, value: amount } = view
  const about = { flow: 'withdrawal', id, customerId }
  switch (type) {
    case 'WithdrawalRequested':
      return [outgoing(LEDGER_COMMAND_TOPIC, customerId, HoldSchema, { ...about, amount, attempt: 1 })]
    case 'WithdrawalCanceled':
    case 'WithdrawalRejected':
    case 'PayoutFailed':
      return [outgoing(LEDGER_COMMAND_TOPIC, customerId, ReleaseSchema, about)]
    case 'PayoutReturned':
      return [comeBack(id, view)]
    case 'PayoutPaid':
      return settle(id, view)
    default:
      return []
  }
}

/** Every change of a withdrawal, as its whole public state, and the ledger its commands. */
export function publish({
  id,
  version,
  event,
  view,
  at,
}: Published<WithdrawalEvent, WithdrawalView>): Outgoing[] {
  const { transferId: _, ...shown } = view
  const changed = outgoing(WITHDRAWAL_TOPIC, id, WithdrawalChangedSchema, {
    requestId: id,
    ...shown,
    at: timestampFromDate(at),
    revision: version,
  })
  return [...commands(id, event, view), changed]
}
