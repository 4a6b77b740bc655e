import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { Deps } from '@talad/bank-withdrawal/deps'
import type { Command } from '@talad/bank-withdrawal/withdrawal/commands'
import { netOf } from '@talad/bank-withdrawal/withdrawal/state'
import { withdrawals } from '@talad/bank-withdrawal/withdrawal/stream'
import type { Random } from '@talad/demo/random'
import { withdrawalFee } from '@talad/proto/http/bank-withdrawal/terms'
import { CommandRefusedSchema, HeldSchema, PostedSchema, ReleasedSchema } from '@talad/proto/ledger/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { change } from '@talad/shared/stream'
import { hexOf } from '../order-samples.ts'
import type { Common } from './harness.ts'
import { hear, NOW, type Step, sent, woven } from './steps.ts'

export type Bank = Deps & Common
type BankStep = Step<Bank>

const VALUE = 200_000n
const RECIPIENT = 'recp_1'
const now = NOW
const at = timestampFromDate(NOW)
const by = { accountId: 'admin', customerId: undefined }

/** One withdrawal: what its customer, the admins and the provider do, and what the ledger says. */
export function withdrawalOf(name: string) {
  const id = hexOf(`withdrawal of ${name}`, 24).slice(2)
  const customerId = `join-${name}`
  const about = { flow: 'withdrawal', id, customerId, at }
  let said = 0
  const ledger = <D extends DescMessage>(schema: D, message: MessageInitShape<D>, ...after: string[]) => {
    said += 1
    const out = outgoing('ledger.transfer.v1', customerId, schema, message)
    return hear<Bank>(sent('ledger', `${name}.${said}`, out), ...after)
  }
  const call = (command: Command, ...after: string[]): BankStep => ({
    id: `${name} ${command.type}`,
    after,
    act: async (deps) => void (await change(deps, withdrawals, id, command)),
  })
  return { name, id, customerId, about, ledger, call }
}
export type Asked = ReturnType<typeof withdrawalOf>

/** The account that it goes to, and the request. */
export async function put(deps: Bank, { id, customerId }: Asked): Promise<void> {
  await deps.db.query(
    `insert into bank_request (id, version, customer_id, account_id, status, deleted, swift_code, number_hash, last4,
       entity_type, kyc_level, recipient_id, overdue, created_at, updated_at)
     values ($1, 1, $2, $2, 'success', false, 'KASITHBK', $1, '1234', 'Individual', 2, $3, false, $4, $4)`,
    [id, customerId, RECIPIENT, NOW],
  )
  await deps.db.query(
    `insert into bank_account (id, customer_id, swift_code, number_hash, entity_type, recipient_id, created_at)
     values ($1, $2, 'KASITHBK', $1, 'Individual', $3, $4)`,
    [id, customerId, RECIPIENT, NOW],
  )
  await change(deps, withdrawals, id, {
    type: 'Request',
    reference: id,
    customerId,
    accountId: customerId,
    value: VALUE,
    kycLevel: 2,
    bankAccountId: id,
    bankAccount: { recipientId: RECIPIENT },
    isCompany: false,
    month: undefined,
    now,
  })
}

/** Locked, approved, and the provider asked. */
function goingOut({ about, ledger, call }: Asked): { steps: BankStep[]; asked: string } {
  const held = ledger(HeldSchema, { ...about, amount: VALUE, held: VALUE, attempt: 1 })
  const facts = { kycLevel: 2, isCompany: false, balance: { ledger: VALUE, available: VALUE }, frozen: false }
  const approved = call({ type: 'Approve', by, note: 'fine', facts, now }, held.id)
  const asked = call({ type: 'Attempt', attempt: 1, frozen: false, now }, approved.id)
  return { steps: [held, approved, asked], asked: asked.id }
}

function paidOut(asked: Asked): { steps: BankStep[]; paid: string } {
  const { steps, asked: after } = goingOut(asked)
  const amount = netOf({ value: VALUE, fee: withdrawalFee(VALUE) })
  const transfer = {
    id: `trsf_${asked.id}`,
    reference: asked.id,
    recipientId: RECIPIENT,
    amount,
    currency: 'THB',
    sent: true,
    paid: true,
    failure: undefined,
  }
  const paid = asked.call({ type: 'RecordTransfers', transfers: [transfer], now }, after)
  return { steps: [...steps, paid], paid: paid.id }
}

type Way = { end: string; steps(asked: Asked, random: Random): BankStep[] }

/** How a withdrawal may go on, and what it must come to: its status, whether it is settled, released, to be looked at. */
export const ways: readonly Way[] = [
  {
    end: 'success t f f',
    steps(asked) {
      const { steps, paid } = paidOut(asked)
      const settled = { ...asked.about, flow: 'withdrawal_settlement' }
      return [...steps, asked.ledger(PostedSchema, settled, paid)]
    },
  },
  {
    end: 'success f f t',
    steps(asked) {
      const { steps, paid } = paidOut(asked)
      const refused = (flow: string, key: string) =>
        asked.ledger(CommandRefusedSchema, { ...asked.about, flow, key, code: 'account_frozen' }, paid)
      const capture = refused('withdrawal', `capture:withdrawal:${asked.id}`)
      return [...steps, capture, refused('withdrawal_settlement', `withdrawal_settlement:${asked.id}`)]
    },
  },
  {
    end: 'rejected f t f',
    steps(asked) {
      const { steps, asked: after } = goingOut(asked)
      const refused = asked.call({ type: 'RecordRefused', reason: 'closed', now }, after)
      const later = new Date(now.getTime() + 60_000)
      const failed = asked.call({ type: 'RecordTransfers', transfers: [], now: later }, refused.id)
      const released = asked.ledger(ReleasedSchema, { ...asked.about, released: VALUE }, failed.id)
      return [...steps, refused, failed, released]
    },
  },
  {
    end: 'rejected f t f',
    steps({ about, ledger, call }) {
      const held = ledger(HeldSchema, { ...about, amount: VALUE, held: VALUE, attempt: 1 })
      const rejected = call({ type: 'Reject', by, note: 'no', reason: 'name', now }, held.id)
      return [held, rejected, ledger(ReleasedSchema, { ...about, released: VALUE }, rejected.id)]
    },
  },
  {
    // taken back before or after the ledger's answer is heard
    end: 'canceled f t f',
    steps({ about, ledger, call, customerId }, random) {
      const held = ledger(HeldSchema, { ...about, amount: VALUE, held: VALUE, attempt: 1 })
      const canceled = call({ type: 'Cancel', by: customerId, now })
      const released = ledger(ReleasedSchema, { ...about, released: VALUE }, canceled.id)
      return [...woven([[held], [canceled]], random), released]
    },
  },
  {
    end: 'refused f f f',
    steps: ({ about, ledger, id }) => [
      ledger(CommandRefusedSchema, { ...about, key: `hold:withdrawal:${id}:1`, code: 'too_little' }),
    ],
  },
  {
    // taken back before it is heard that there was not the money
    end: 'canceled f t f',
    steps({ about, ledger, call, customerId, id }) {
      const canceled = call({ type: 'Cancel', by: customerId, now })
      const key = `hold:withdrawal:${id}:1`
      const refused = ledger(CommandRefusedSchema, { ...about, key, code: 'too_little' }, canceled.id)
      return [canceled, refused, ledger(ReleasedSchema, { ...about, released: 0n }, canceled.id)]
    },
  },
]
