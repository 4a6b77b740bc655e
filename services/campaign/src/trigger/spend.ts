import type { Verdict } from '../requirement/decide.ts'
import { pairKey } from './counters.ts'
import type { Definition } from './definition.ts'
import type { UsedToken } from './events.ts'
import type { TriggerRow } from './rows.ts'
import type { Inside, Known } from './snapshot.ts'
import { placeOf } from './story.ts'
import { freeFrom, freeUnit, type NewUse } from './uses.ts'

/** One that is decided, with what it takes. */
export type Decided = {
  row: TriggerRow
  definition: Definition
  verdict: Verdict
  uses: NewUse[]
  tokens: UsedToken[]
}

/** What it uses of the tokens that it was decided by: the lowest units that are free (CA-29). */
export function usesFor(
  { row, definition, verdict }: Omit<Decided, 'uses' | 'tokens'>,
  known: readonly Known[],
  { inside, taken }: { inside: Inside; taken: Map<string, Set<number>> },
): Pick<Decided, 'uses' | 'tokens'> {
  const free = freeFrom(definition, inside.now)
  const uses: NewUse[] = []
  const tokens: UsedToken[] = []
  for (const slot of verdict.slots) {
    if (!slot.isRequired || slot.state !== 'met') continue
    const of = known.find(({ candidate }) => candidate.token === slot.token)
    if (!of) throw new Error('a token was chosen that nobody offered')
    const { name: token, holder } = of
    const { groupId } = definition
    const key = `${groupId} ${token} ${holder}`
    const own = taken.get(key) ?? new Set()
    const unit = freeUnit(inside.uses.of(groupId, token, holder), free, own)
    taken.set(key, own.add(unit))
    tokens.push({ slotId: slot.id, token, holder, unit, ...placeOf(slot.token) })
    uses.push({
      group_id: groupId,
      token,
      holder,
      unit,
      account_id: row.account_id,
      campaign_id: row.campaign_id,
      trigger_id: row.id,
      slot_id: slot.id,
      used: inside.now,
      free,
    })
  }
  return { uses, tokens }
}

/** Has what one takes be gone for those after it. */
export function spend({ row, definition, verdict, uses }: Decided, inside: Mutable): void {
  for (const use of uses) inside.uses.add(use)
  const { id, groupId, limitGlobal, isCounted, rewards } = definition
  if (limitGlobal !== null) inside.global.set(id, (inside.global.get(id) ?? 0) + 1)
  const key = pairKey({ groupId, accountId: row.account_id })
  const { count = 0, newest = [] } = inside.accounts.get(key) ?? {}
  if (isCounted) {
    const moments = [inside.now, ...newest].sort((a, b) => b.getTime() - a.getTime())
    inside.accounts.set(key, { count: count + 1, newest: moments })
  }
  for (const { tag, takes } of rewards)
    if (verdict.rewards.includes(tag))
      for (const name of takes) {
        const { used, limit } = inside.supplies.get(name) ?? { used: 0, limit: 0 }
        inside.supplies.set(name, { used: used + 1, limit })
      }
}

/** What holds now, as those that are decided leave it. */
export type Mutable = Inside & {
  global: Map<string, number>
  accounts: Map<string, { count: number; newest: Date[] }>
  supplies: Map<string, { used: number; limit: number | null }>
}
