import { askedBy } from '@talad/ledger/consumers/command'
import { type Command, keyOf } from '@talad/ledger/transfer/commands'
import { decideBatch } from '@talad/ledger/transfer/decide-batch'
import type { OutcomeEvent } from '@talad/ledger/transfer/events'
import { outcome } from '@talad/ledger/transfer/publish'
import { accountOf, emptyState, type LedgerState } from '@talad/ledger/transfer/state'
import type { OutMessage } from '@talad/shared/bus/port'
import { sent } from '../log/repeat/steps.ts'

/** The ledger's own decider, in memory; B1 shows that its database holds what it decides. */
export type Books = {
  /** takes a command, each key once. @returns what it says of it */
  take(message: OutMessage): OutMessage[]
  /** somebody has points */
  give(customerId: string, amount: bigint): void
  pointsOf(customerId: string): { balance: bigint; locked: bigint }
  bahtOf(customerId: string): { balance: bigint; locked: bigint }
  /** how often the ledger has said this of a purchase */
  count(type: OutcomeEvent['type'], flow: string, id: string): number
  refusals(): string[]
}

export function createBooks(name: string, now: () => Date): Books {
  let state: LedgerState = emptyState
  const events: OutcomeEvent[] = []
  const taken = new Set<string>()

  function post(command: Command): OutcomeEvent[] {
    const key = keyOf(command)
    if (taken.has(key)) return []
    taken.add(key)
    const known = { fresh: new Set([key]), earlier: new Map() }
    const { after, outcomes } = decideBatch([{ command, correlationId: key }], known, state, now())
    state = after
    const said = outcomes.map(({ event }) => event)
    events.push(...said)
    return said
  }

  return {
    take(message) {
      const { command } = askedBy({ ...message, partition: 0, offset: '' })
      const before = events.length
      return post(command).map((event, n) => sent(`ledger of ${name}`, before + n, outcome(event)))
    },
    give(customerId, value) {
      const postings = [
        { account: 'platform:provider_clearing', unit: 'pt_thb' as const, type: 'out' as const, value },
        { account: customerId, unit: 'pt_thb' as const, type: 'in' as const, value },
      ]
      post({
        type: 'Post',
        flow: 'topup',
        id: customerId,
        customerId,
        reference: 'dev',
        postings,
        capture: undefined,
      })
    },
    pointsOf: (customerId) => accountOf(state, customerId, 'pt_thb'),
    bahtOf: (customerId) => accountOf(state, customerId, 'ft_thb'),
    count: (type, flow, id) =>
      events.filter((one) => one.type === type && one.data.flow === flow && one.data.id === id).length,
    refusals: () =>
      events.flatMap(({ type, data }) => (type === 'CommandRefused' ? [`${data.key} ${data.code}`] : [])),
  }
}
