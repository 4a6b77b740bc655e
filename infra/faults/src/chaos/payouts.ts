import type { Run } from '@talad/dev/run-file'
import { appointStaff } from '@talad/dev/seed/admins'
import { control, type Person } from '@talad/dev/seed/site'
import { sideBySide } from '../crowd/patient.ts'
import { createChief, givePoints, signInCrowd } from '../crowd/people.ts'
import {
  askForMoney,
  decideWithdrawal,
  misbehave,
  type Withdrawing,
  withdrawalEnd,
} from '../crowd/withdrawal.ts'
import type { Pace } from './pace.ts'

const OF_EACH = 5
const REJECTED_OF = 10
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
  await misbehave(run, count)
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

  async function withdrawAll(person: Person, turns: number, pace: Pace): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      await pace.purchaseMayBegin(turn / turns)
      const id = await askForMoney(harness, person)
      await decideWithdrawal(harness, id, (number + turn) % REJECTED_OF === 0 ? 'reject' : 'approve')
      const end = await withdrawalEnd(person, id)
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
