import { type Random, randomFrom, times } from '@talad/demo/random'
import { woven } from '../log/repeat/steps.ts'
import { cardRefundLife, earning, nonsenseLife, type People, pick, purchaseLife, type Told } from './lives.ts'
import { type WithdrawalStep, withdrawalLife } from './withdrawals.ts'

/** One operation on money: a word of shipping-payment to the ledger, or a call of somebody at bank-withdrawal. */
export type Operation = { kind: 'told'; told: Told } | { kind: 'call'; call: WithdrawalStep }

/** Where the processes die: at the so-manieth await from the beginning of an operation. */
export type Death = { operation: number; awaits: number; phase: 'before' | 'after' }

export type Sequence = {
  name: string
  people: People
  operations: readonly Operation[]
  deaths: readonly Death[]
  /** ids of the withdrawals that are asked for */
  withdrawals: readonly { id: string; customerId: string }[]
  random: Random
}

const LEAST_OPERATIONS = 50
const MOST_DEATHS = 3
/** Further than any operation reaches; then it dies in one of the next. */
const FURTHEST = 16
const TOLD_AGAIN = 0.12

/** What shipping-payment tells, some of it twice: a callback comes again, a relay sends again. */
function toldOf(random: Random, life: readonly Told[]): Operation[] {
  return life.flatMap((told) => {
    const operation: Operation = { kind: 'told', told }
    const again: Operation = { kind: 'told', told: { ...told, says: `${told.says}, again` } }
    return random() < TOLD_AGAIN ? [operation, again] : [operation]
  })
}

/** The sequence of a name; always the same. */
export function sequenceOf(name: string): Sequence {
  const random = randomFrom(name)
  const key = name.replaceAll(/[^a-z0-9]/gi, '.')
  const people: People = {
    buyers: [`join-${key}.b0`, `join-${key}.b1`],
    sellers: times(4, (n) => `join-${key}.s${n}`),
    artist: `join-${key}.a`,
  }
  const first = people.sellers.flatMap((seller, n) =>
    toldOf(random, [earning(random, `${key}.E${n}`, seller)]),
  )
  const lives: Operation[][] = []
  const withdrawals: { id: string; customerId: string }[] = []
  for (let n = 0; first.length + lives.flat().length < LEAST_OPERATIONS; n++) {
    const id = `${key}.${n}`
    const drawn = random()
    if (drawn < 0.45) lives.push(toldOf(random, purchaseLife(random, id, people)))
    else if (drawn < 0.65) lives.push(toldOf(random, cardRefundLife(random, id, people)))
    else if (drawn < 0.7) lives.push(toldOf(random, nonsenseLife(random, id, people)))
    else {
      const customerId = pick(random, people.sellers)
      withdrawals.push({ id, customerId })
      lives.push(withdrawalLife(random, id, customerId).map((call) => ({ kind: 'call', call })))
    }
  }
  const operations = [...first, ...woven(lives, random)]
  const deaths = times(
    1 + Math.floor(random() * MOST_DEATHS),
    (): Death => ({
      operation: Math.floor(random() * operations.length),
      awaits: 1 + Math.floor(random() * FURTHEST),
      phase: random() < 0.5 ? 'before' : 'after',
    }),
  )
  return { name, people, operations, deaths, withdrawals, random }
}
