import type { NewTransfer, PayoutProvider, Sent } from '@talad/bank-withdrawal/payout/client'
import type { Transfer } from '@talad/bank-withdrawal/withdrawal/commands'
import { randomFrom } from '@talad/demo/random'
import type { Life } from './mortal.ts'

/** What becomes of the transfer of a reference, however often it is asked for. */
type Fate = {
  /** the first call doesn't arrive */
  lost: boolean
  /** the answer to the first call that arrives doesn't */
  unheard: boolean
  refuses: boolean
  fails: boolean
  /** how often it is looked at before it is decided */
  looks: number
}

type Entry = { transfer: Transfer; looks: number }

/** A payout provider of one installation: it outlives every process that talks to it, and misbehaves as its seed says. */
export type Provider = {
  /** as one life of a process reaches it */
  heardBy(life: Life): PayoutProvider
  /** what it has under a reference */
  paidUnder(reference: string): { transfers: number; paid: boolean }
}

const BALANCE = { ledger: 1_000_000_000n, available: 1_000_000_000n }

function fateOf(reference: string): Fate {
  const random = randomFrom(`provider ${reference}`)
  const lost = random() < 0.15
  const unheard = random() < 0.2
  return {
    lost,
    unheard,
    // who was asked before may be thought to have paid: what it says no to then is for people
    refuses: !lost && !unheard && random() < 0.12,
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
    if (fate.lost && call === 1) throw new Error('the provider did not hear')
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
    if (fate.unheard && known === undefined) throw new Error('the answer was lost')
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
    heardBy: (life) => ({
      findRecipient: never,
      register: never,
      dayFile: never,
      transfersOf: (reference) => life.awaits('provider: look', async () => look(reference)),
      send: (transfer) => life.awaits('provider: pay', async () => take(transfer)),
      balance: () => life.awaits('provider: balance', async () => BALANCE),
    }),
    paidUnder(reference) {
      const theirs = [...entries].filter(([key]) => key === reference || key.startsWith(`${reference}#`))
      return { transfers: theirs.length, paid: theirs.some(([, { transfer }]) => transfer.paid) }
    },
  }
}
