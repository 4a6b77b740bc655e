import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import { movementOf } from './statement.ts'

/** What came in and went out over some movements, the newest first, and the balance before and after, in points. */
export function totalsOf(flows: readonly Pick<CreditFlow, 'flow_type' | 'value' | 'balance_after'>[]): {
  came: bigint
  went: bigint
  before: bigint
  after: bigint
} {
  const sum = (type: 'in' | 'out') =>
    flows.filter((flow) => flow.flow_type === type).reduce((all, { value }) => all + BigInt(value), 0n)
  const [first, last] = [flows.at(-1), flows[0]]
  return {
    came: sum('in'),
    went: sum('out'),
    before: first ? BigInt(first.balance_after) - BigInt(movementOf(first)) : 0n,
    after: BigInt(last?.balance_after ?? 0),
  }
}
