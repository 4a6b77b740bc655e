import type { Mutant } from '../proof.ts'

const sources = 'services/order-book/src'
const consumers = `${sources}/consumers`

export const movedMutants: readonly Mutant[] = [
  {
    name: 'departure-unseen',
    says: 'a listing survives that its asset leaves and comes back',
    edit: {
      file: `${sources}/order/transfers.ts`,
      find: 'and token_id = $3 and open order by hash',
      replace: 'and token_id = $3 and not open order by hash',
    },
    size: 10,
  },
  {
    name: 'back-in-its-block',
    says: 'units that come back in the block in which they left count as never gone',
    edit: {
      file: `${sources}/order/decide-transfer.ts`,
      find: 'transfer.fromLeft || transfer.fromBalance',
      replace: 'transfer.fromBalance',
    },
    size: 30,
  },
  {
    name: 'approval-unseen',
    says: 'a revoked approval is noticed by the look each ten minutes only',
    edit: {
      file: `${consumers}/approval.ts`,
      find: 'offerers: [event.owner.toLowerCase()]',
      replace: 'offerers: [event.operator.toLowerCase()]',
    },
    size: 15,
  },
  {
    name: 'counter-unseen',
    says: 'a raised counter ends no listing',
    edit: {
      file: `${consumers}/order-facts.ts`,
      find: 'await hearCounter(tx, offerer, raised, position.reverted)',
      replace: 'await hearCounter(tx, offerer, raised, true)',
    },
    size: 15,
  },
]
