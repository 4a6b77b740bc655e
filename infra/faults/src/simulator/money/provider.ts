import type { NewTransfer, PayoutProvider, Sent } from '@talad/bank-withdrawal/payout/client'
import type { Transfer } from '@talad/bank-withdrawal/withdrawal/commands'
import { randomFrom } from '@talad/demo/random'
import type { ProcessModel } from '../crashable.ts'

/** What becomes of the transfer of a reference, however often it is asked for. */
type Fate = {
  /** the first call doesn't arrive */
  lost: boolean
  /** the answer to the first call that arrives doesn't */
  unanswered: boolean
  refuses: boolean
  fails: boolean
  /** how often it is looked at before it is decided */
  looks: number
}

type Entry = { transfer: Transfer; looks: number }

/** A payout provider: it outlives every process that calls it, and misbehaves as its seed says. */
export type Provider = {
  /** as a process reaches it */
  calledBy(process: ProcessModel): PayoutProvider
  transferOf(reference: string): Transfer | undefined
  /** all references that begin with this */
  references(prefix: string): string[]
}

const BALANCE = { ledger: 1_000_000_000n, available: 1_000_000_000n }

function fateOf(reference: string): Fate {
  const random = randomFrom(`provider ${reference}`)
  const lost = random() < 0.15
  const unanswered = random() < 0.2
  return {
    lost,
    unanswered,
    // where a call may have arrived before, a refusal is for people to look at
    refuses: !lost && !unanswered && random() < 0.12,
    fails: random() < 0.2,
    looks: 1 + Math.floor(random() * 3),
  }
}

export function createProvider(): Provider {
  const entries = new Map<string, Entry>()
  const calls = new Map<string, number>()

  function take({ reference, recipientId, amount }: NewTransfer): Sent {
    const fate = fateOf(reference)
    const call = (calls.get(reference) ?? 0) + 1
    calls.set(reference, call)
    if (fate.lost && call === 1) throw new Error('the call was lost')
    if (fate.refuses) return { kind: 'refused', reason: 'it will not' }
    const known = entries.get(reference)
    const transfer = known?.transfer ?? {
      id: `trsf_${reference}`,
      reference,
      recipientId,
      amount,
      currency: 'THB',
      sent: true,
      paid: false,
      failure: undefined,
    }
    entries.set(reference, known ?? { transfer, looks: fate.looks })
    if (fate.unanswered && known === undefined) throw new Error('the answer was lost')
    return { kind: 'accepted', transfer }
  }

  function look(reference: string): Transfer[] {
    const entry = entries.get(reference)
    if (!entry) return []
    entry.looks -= 1
    if (entry.looks <= 0) {
      const { fails } = fateOf(reference)
      entry.transfer = {
        ...entry.transfer,
        paid: !fails,
        failure: fails ? 'the account is closed' : undefined,
      }
    }
    return [entry.transfer]
  }

  const never = async () => {
    throw new Error('nobody asks for that here')
  }
  return {
    calledBy: (process) => ({
      findRecipient: never,
      register: never,
      dayFile: never,
      transfersOf: (reference) => process.awaits('provider: look', async () => look(reference)),
      send: (transfer) => process.awaits('provider: pay', async () => take(transfer)),
      balance: () => process.awaits('provider: balance', async () => BALANCE),
    }),
    transferOf: (reference) => entries.get(reference)?.transfer,
    references: (prefix) => [...entries.keys()].filter((reference) => reference.startsWith(prefix)),
  }
}
