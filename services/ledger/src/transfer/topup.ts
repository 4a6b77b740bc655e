import type { Of, Unit } from './commands.ts'
import { platformAccount } from './flows.ts'

type Topup = { id: string; customerId: string; unit: Unit; value: bigint; reference: string }

/** The command that credits a top-up: the provider owes us what the customer has (LG-5). */
export function topup({ id, customerId, unit, value, reference }: Topup): Of<'Post'> {
  return {
    type: 'Post',
    flow: 'topup',
    id,
    customerId,
    reference,
    capture: undefined,
    postings: [
      { account: platformAccount('provider_clearing'), unit, type: 'out', value },
      { account: customerId, unit, type: 'in', value },
    ],
  }
}
