import { setTimeout as delay } from 'node:timers/promises'
import type { Run } from '@talad/dev/run-file'
import { appointStaff } from '@talad/dev/seed/admins'
import { control, type Person } from '@talad/dev/seed/site'
import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { createChief } from '../crash/staff.ts'
import { askForMoney, decideWithdrawal, type Withdrawing } from '../crash/withdrawals.ts'
import { sideBySide } from '../crowd/patient.ts'
import { givePoints, signInCrowd } from '../crowd/people.ts'
import type { Pace } from './fault-schedule.ts'

const OF_EACH = 5
const REJECTED_OF = 10
const LOOK_MS = 1_000
/** Whose answers the provider loses is asked again after two minutes each time (BW-16), and a short run has all faults at once. */
const ENDED_WITHIN_MS = 480_000

/** Of so many transfers that are asked for one is treated so; of the inquiries twice as many. */
const FAULTS = [
  { call: 'transfer', fault: 'drop', of: 8 },
  { call: 'transfer', fault: 'fail', of: 8 },
  { call: 'transfer', fault: 'error', of: 16 },
  { call: 'transfer', fault: 'timeout', ms: 300, of: 25 },
  { call: 'transfer', fault: 'delay', ms: 500, of: 10 },
  { call: 'transfer-status', fault: 'drop', of: 6 },
  { call: 'transfer-status', fault: 'error', of: 6 },
] as const

/** People who have earned something and want it out, while the payout provider misbehaves. */
export type Payouts = {
  /** each asks, is answered by an admin, and asks again; `trouble` tells of what never ended */
  go(pace: Pace, trouble: string[]): Promise<void>
  /** satang of baht that each was given, by customer */
  earned: ReadonlyMap<string, bigint>
  /** how they ended, by state */
  ends: ReadonlyMap<string, number>
}

export async function preparePayouts(run: Run, count: number, patientMs: number): Promise<Payouts> {
  const people = await signInCrowd(run, 'earner', Math.ceil(count / OF_EACH), patientMs)
  await appointStaff(run)
  await control(run, 'PATCH', 'payout', { vetMs: 0, payMs: 300 })
  for (const { of, ...fault } of FAULTS) {
    const times = Math.max(1, Math.round(count / of))
    await control(run, 'POST', 'faults', { provider: 'payout', ...fault, times })
  }
  const earned = new Map<string, bigint>()
  const ends = new Map<string, number>()
  let number = 0
  const harness: Withdrawing = {
    patientMs,
    chief: createChief(run, patientMs),
    next: () => number++,
    async earn(person, satang) {
      const before = earned.get(person.customerId) ?? 0n
      await givePoints(person, Number(satang), `earned-${person.customerId}-${before}`, 'ft_thb')
      earned.set(person.customerId, before + satang)
    },
  }

  /** @returns its state once it is over */
  async function ended(person: Person, id: string): Promise<string> {
    const deadline = performance.now() + ENDED_WITHIN_MS
    for (;;) {
      const { list } = await person.call(http.withdrawals, {})
      const status = list.find(({ _id }) => _id === id)?.status ?? 'hidden'
      if (status === 'success' || status === 'rejected') return status
      if (performance.now() > deadline) throw new Error(`the withdrawal ${id} is ${status}`)
      await delay(LOOK_MS)
    }
  }

  async function withdrawAll(person: Person, turns: number, pace: Pace): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      await pace.purchaseMayBegin(turn / turns)
      const id = await askForMoney(harness, person)
      await decideWithdrawal(harness, id, (number + turn) % REJECTED_OF === 0 ? 'reject' : 'approve')
      const end = await ended(person, id)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  }

  return {
    earned,
    ends,
    async go(pace, trouble) {
      await sideBySide(people, people.length, async (person, index) => {
        const turns = Math.min(OF_EACH, count - index * OF_EACH)
        await withdrawAll(person, turns, pace).catch((error: unknown) => {
          trouble.push(`withdrawals of ${person.joinId}: ${String(error)}`)
        })
      })
    },
  }
}
