import type { Plant } from '../proof.ts'

const consumers = 'services/order-book/src/consumers'

export const movedPlants: readonly Plant[] = [
  {
    name: 'departure-unseen',
    says: 'a listing survives that its asset leaves and comes back',
    edit: {
      file: `${consumers}/transfer.ts`,
      find: '(one.open ? [one.hash] : [])',
      replace: '(one.open ? [] : [one.hash])',
    },
    size: 10,
  },
  {
    name: 'back-in-its-block',
    says: 'units that come back in the block in which they left count as never gone',
    edit: {
      file: `${consumers}/transfer.ts`,
      find: 'event.fromLeft || event.fromBalance',
      replace: 'event.fromBalance',
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
      find: 'else await changeIn(tx, hash, { type: ',
      replace: 'else if (!position.blockHash) await changeIn(tx, hash, { type: ',
    },
    size: 15,
  },
]
