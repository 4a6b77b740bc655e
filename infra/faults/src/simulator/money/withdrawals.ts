import type { Deps } from '@talad/bank-withdrawal/deps'
import { payoutJob } from '@talad/bank-withdrawal/jobs/payout'
import { service } from '@talad/bank-withdrawal/service'
import type { Command } from '@talad/bank-withdrawal/withdrawal/commands'
import { netOf } from '@talad/bank-withdrawal/withdrawal/state'
import { withdrawals } from '@talad/bank-withdrawal/withdrawal/stream'
import { holdKey } from '@talad/ledger/transfer/state'
import type { ConsumerDeps } from '@talad/shared/consumer'
import type { Db } from '@talad/shared/db'
import { change, load } from '@talad/shared/stream'
import { holds } from '../../proof.ts'
import type { HoldRow } from '../ledger.ts'
import { openService, type SimulatedService } from '../service.ts'
import { answerOf } from '../simulation.ts'
import { type Operation, operation } from '../workload.ts'
import type { Provider } from './provider.ts'
import { amountOf, type Shop } from './purchases.ts'

export type Bank = SimulatedService<Deps & ConsumerDeps>

export type Withdrawal = { id: string; customerId: string; value: bigint }

export type Withdrawers = Shop & { bank: Bank; provider: Provider; withdrawals: Withdrawal[] }

const KYC_LEVEL = 3
const RECIPIENT = 'recp_1'
const facts = {
  kycLevel: KYC_LEVEL,
  isCompany: false,
  balance: { ledger: 1_000_000_000n, available: 1_000_000_000n },
  frozen: false,
}

export const openBank = (postgres: string, now: () => Date, provider: Provider): Promise<Bank> =>
  openService<Deps>(postgres, now, {
    service,
    jobs: [payoutJob],
    jobsMayFail: true, // a provider that doesn't answer
    open: (kit, process) => ({
      deps: { ...kit, provider: provider.calledBy(process) } as unknown as Deps & ConsumerDeps,
    }),
  })

/** The account that a customer is paid to. */
export async function registerAccount(db: Db, customerId: string, now: Date): Promise<void> {
  await db.query(
    `insert into bank_request (id, version, customer_id, account_id, status, deleted, swift_code, number_hash, last4,
       entity_type, kyc_level, recipient_id, overdue, created_at, updated_at)
     values ($1, 1, $1, $1, 'success', false, 'KASITHBK', $1, '1234', 'Individual', 2, $2, false, $3, $3)`,
    [customerId, RECIPIENT, now],
  )
  await db.query(
    `insert into bank_account (id, customer_id, swift_code, number_hash, entity_type, recipient_id, created_at)
     values ($1, $1, 'KASITHBK', $1, 'Individual', $2, $3)`,
    [customerId, RECIPIENT, now],
  )
}

async function call({ simulation, bank }: Withdrawers, id: string, command: (now: Date) => Command) {
  const work = () => change(bank.deps, withdrawals, id, command(simulation.now()))
  const answer = await simulation.perform(bank, () => answerOf(work))
  simulation.trace.push(answer)
}

const ask = (world: Withdrawers, { id, customerId, value }: Withdrawal) =>
  call(world, id, (now) => ({
    type: 'Request',
    reference: id,
    customerId,
    accountId: customerId,
    value,
    kycLevel: KYC_LEVEL,
    now,
    bankAccountId: customerId,
    bankAccount: { recipientId: RECIPIENT },
    isCompany: false,
    month: undefined,
  }))

const admin = (name: string) => ({ accountId: name, customerId: undefined })

/** A row for a call about a withdrawal, whatever has become of it: business may say no. */
const onWithdrawal = (
  name: string,
  weight: number,
  command: (withdrawal: Withdrawal, now: Date) => Command,
): Operation<Withdrawers> =>
  operation(
    name,
    weight,
    (world) => world.withdrawals.slice(-4),
    (world, one) => call(world, one.id, (now) => command(one, now)),
  )

const approve = (who: string) => (_: Withdrawal, now: Date) =>
  ({ type: 'Approve', by: admin(who), note: 'n', facts, now }) as const

export const withdrawalOperations: readonly Operation<Withdrawers>[] = [
  operation(
    'withdraw',
    6,
    ({ people }) => people.sellers,
    async (world, customerId) => {
      const { key, random } = world.simulation
      const least = random() < 0.1 ? 1_000_000 : 10_000 // BW-18: above, a second admin confirms
      const value = amountOf(random, least, least + 50_000)
      const one = { id: `${key}.W${world.withdrawals.length}`, customerId, value }
      world.withdrawals.push(one)
      await ask(world, one)
    },
  ),
  operation('withdraw, again', 1, ({ withdrawals }) => withdrawals.slice(-4), ask),
  onWithdrawal('approve', 4, approve('one')),
  onWithdrawal('approve by another', 1, approve('two')),
  onWithdrawal('confirm', 3, (_, now) => ({ type: 'Confirm', by: admin('two'), note: 'n', facts, now })),
  onWithdrawal('reject', 1, (_, now) => ({
    type: 'Reject',
    by: admin('one'),
    note: 'n',
    reason: 'name',
    now,
  })),
  onWithdrawal('take back', 2, ({ customerId: by }, now) => ({ type: 'Cancel', by, now })),
]

/** Whether a withdrawal goes on by itself; one with an incident waits for people. */
export async function isAnyUnderWay({ bank, withdrawals }: Withdrawers): Promise<boolean> {
  const { rows } = await bank.db.query({
    name: 'under_way',
    text: `select 1 from withdrawal where id = any($1) and incident is null and (
             status in ('holding', 'provider_processing') or status = 'success' and not settled
             or status in ('rejected', 'canceled') and not released) limit 1`,
    values: [withdrawals.map(({ id }) => id)],
  })
  return rows.length > 0
}

/** Each withdrawal is paid once, given back once, or waits for people with its money locked. @returns its end */
export async function judgeWithdrawal(
  { bank, provider }: Withdrawers,
  { id }: Withdrawal,
  held: ReadonlyMap<string, HoldRow>,
): Promise<string> {
  const { state } = await load(bank.db, withdrawals, id)
  if (!state) return 'limit' // another one was open
  const transfer = provider.transferOf(id)
  const paid = transfer?.paid ?? false
  const hold = held.get(holdKey('withdrawal', id))
  const { status, settled, released, incident } = state
  const about = `the withdrawal ${id} is ${status}, its hold ${hold?.state}, paid: ${paid}, settled: ${settled}, released: ${released}`
  const ends: Record<string, boolean> = {
    success: paid && settled && hold?.state === 'settled',
    rejected: !paid && released && hold?.state === 'released',
    canceled: !paid && released && hold?.state === 'released',
    refused: !transfer && hold === undefined,
    pending: !transfer && hold?.state === 'open' && hold.held === state.value,
    // a refusal of what may have arrived before is not believed: people look, and the money stays locked
    provider_processing: incident !== undefined && !transfer && hold?.state === 'open',
  }
  holds(ends[status] ?? false, about)
  holds(netOf(state) > 0n && netOf(state) < state.value, `${id} has a net of ${netOf(state)}`)
  return status
}
