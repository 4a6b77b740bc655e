import type { Run } from '@talad/dev/run-file'
import { appointStaff } from '@talad/dev/seed/admins'
import { control, type Person } from '@talad/dev/seed/site'
import { newId } from '@talad/shared/ids'
import { createChief } from '../crash/staff.ts'
import {
  approvedAccount,
  askForAccount,
  askForMoney,
  bankDataOf,
  type Withdrawing,
} from '../crash/withdrawals.ts'
import { givePoints, signInCrowd } from '../crowd/people.ts'
import { type Deed, eventsOf } from './same-key-deed.ts'

const PATIENT_MS = 60_000
const VALUE = 20_000

/** Where people withdraw: the limits of an account are one's own, so that each call is made by somebody new. */
export type Counter = Withdrawing & { newcomer(): Promise<Person> }

export async function openCounter(run: Run): Promise<Counter> {
  await appointStaff(run)
  await control(run, 'PATCH', 'payout', { vetMs: 0 })
  let last = 0
  const next = () => ++last
  return {
    patientMs: PATIENT_MS,
    chief: createChief(run, PATIENT_MS),
    next,
    earn: (person, satang) => givePoints(person, Number(satang), `earned-${next()}`, 'ft_thb'),
    async newcomer() {
      const [person] = await signInCrowd(run, `withdrawer-${next()}`, 1, PATIENT_MS)
      if (!person) throw new Error('nobody has come')
      return person
    },
  }
}

const notTheirs = () => newId(new Date())

async function requestBankAccount(counter: Counter): Promise<Deed> {
  const person = await counter.newcomer()
  const [body, other] = [bankDataOf(counter, person), bankDataOf(counter, person)]
  const sql = 'select count(*) as n from bank_request where customer_id = $1'
  return { person, body, other, effects: { sql, values: [person.customerId] } }
}

async function deleteBankRequest(counter: Counter): Promise<Deed> {
  const person = await counter.newcomer()
  const request_id = await askForAccount(counter, person)
  const effects = eventsOf(`bank-request-${request_id}`, 'BankRequestDeleted')
  return { person, body: { request_id }, other: { request_id: notTheirs() }, effects, owned: true }
}

async function deleteBankAccount(counter: Counter): Promise<Deed> {
  const person = await counter.newcomer()
  const { _id: bank_account_id } = await approvedAccount(counter, person)
  const effects = eventsOf(`bank-request-${bank_account_id}`, 'BankAccountDeleted')
  return { person, body: { bank_account_id }, other: { bank_account_id: notTheirs() }, effects, owned: true }
}

async function requestWithdrawal(counter: Counter): Promise<Deed> {
  const person = await counter.newcomer()
  const { _id: bank_account_id } = await approvedAccount(counter, person)
  await counter.earn(person, BigInt(3 * VALUE))
  const body = { bank_account_id, value: VALUE }
  const sql = 'select count(*) as n from withdrawal where bank_account_id = $1'
  const effects = { sql, values: [bank_account_id] }
  return { person, body, other: { ...body, value: VALUE + 1 }, effects, owned: true }
}

async function deleteWithdrawal(counter: Counter): Promise<Deed> {
  const person = await counter.newcomer()
  const request_id = await askForMoney(counter, person)
  const effects = eventsOf(`withdrawal-${request_id}`, 'WithdrawalCanceled')
  return { person, body: { request_id }, other: { request_id: notTheirs() }, effects, owned: true }
}

/** How the calls of bank-withdrawal are made, by their names in the contract. */
export const bankDeeds: Readonly<Record<string, (counter: Counter) => Promise<Deed>>> = {
  requestBankAccount,
  deleteBankRequest,
  deleteBankAccount,
  requestWithdrawal,
  deleteWithdrawal,
}
