import type { OutcomeEvent } from './events.ts'
import { fillingFlows } from './flows.ts'
import { fillLegs } from './legs.ts'
import { type Account, accountKey, type Draft, type Hold, spendable } from './state.ts'

/** The holds of a flow that a customer owes something to still, in one order. */
function lacking(holds: Draft['holds'], flow: string, customerId: string): [id: string, hold: Hold][] {
  const prefix = `${flow}\n`
  return [...holds]
    .filter(([key, hold]) => key.startsWith(prefix) && hold.customerId === customerId)
    .filter(([, { state, held, amount }]) => state === 'open' && held < amount)
    .map(([key, hold]): [string, Hold] => [key.slice(prefix.length), hold])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * LG-18: what comes in for somebody whose hold lacks something is held too, as far as it is free; never more than there is.
 * @param draft the state after the event
 * @param key of the command that brought it: each fills a hold once
 */
export function fill({ accounts, holds }: Draft, event: OutcomeEvent, key: string, at: Date): OutcomeEvent[] {
  const filled: OutcomeEvent[] = []
  for (const [flow, row] of fillingFlows) {
    const earned = event.data.legs.filter(({ flowType, unit }) => flowType === 'in' && unit === row.unit)
    for (const customerId of new Set(earned.map(({ account }) => account))) {
      let free = freeOf(accounts.get(accountKey(customerId, row.unit)))
      for (const [id, { amount, held }] of lacking(holds, flow, customerId)) {
        let more = amount - held
        if (more > free) more = free
        if (more <= 0n) break
        free -= more
        const legs = fillLegs({ flow, id, customerId }, row, more, key)
        filled.push({
          type: 'Held',
          data: { flow, id, customerId, amount, held: held + more, attempt: 0, at, legs },
        })
      }
    }
  }
  return filled
}

function freeOf(account: Account | undefined): bigint {
  return account ? spendable(account) : 0n
}
