import type { Mutant } from '../proof.ts'

export const redeliveryMutants: readonly Mutant[] = [
  {
    name: 'mined-forgotten',
    says: 'what was mined is watched no longer',
    edit: {
      file: 'services/_shared/src/chain/tx-watch.ts',
      find: '...blockRefOf(receipt), watched: true }',
      replace: '...blockRefOf(receipt), watched: false }',
    },
    size: 5,
  },
  {
    name: 'lost-in-silence',
    says: 'a delivery that became impossible after the settlement is raised nowhere',
    edit: {
      file: 'services/shipping-payment/src/shipping/decide-delivery.ts',
      find: "if (shipping.status === 'completed') return incident",
      replace: "if (shipping.status === 'canceled') return incident",
    },
    size: 5,
  },
]
