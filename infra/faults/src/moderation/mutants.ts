import type { Mutant } from '../proof.ts'

export const suspensionMutants: readonly Mutant[] = [
  {
    name: 'payment-not-asked',
    says: 'a payment that arrives asks nobody whether the token is suspended',
    edit: {
      file: 'services/shipping-payment/src/consumers/ledger.ts',
      find: 'const suspended = item !== undefined && (await isSuspended(tx, item))',
      replace: 'const suspended = item !== undefined && (await isSuspended(tx, item)) && false',
    },
    size: 200,
  },
  {
    name: 'signed-after-cancel',
    says: 'the relayer signs a job that was canceled after it had looked',
    edit: {
      file: 'services/_shared/src/chain/tx-change.ts',
      find: 'where id = $1 and version = $2`',
      replace: 'where id = $1 and version >= $2`',
    },
    size: 200,
  },
  {
    name: 'refunded-though-signed',
    says: 'a suspension gives the price back of what is signed already',
    edit: {
      file: 'services/shipping-payment/src/consumers/suspension.ts',
      find: 'if (await deps.delivery.cancel(tx, id))',
      replace: 'if ((await deps.delivery.cancel(tx, id)) || true)',
    },
    size: 200,
  },
  {
    name: 'refunded-twice',
    says: 'a refund is asked for under two keys',
    edit: {
      file: 'services/shipping-payment/src/shipping/publish.ts',
      find: 'return [refund(shippingId, view)]\n    case',
      replace: 'return [refund(shippingId, view), refund(shippingId, { ...view, askedAgain: 1 })]\n    case',
    },
    size: 100,
  },
  {
    name: 'lift-not-looked-at',
    says: 'the orders of a range are not looked at again when its suspension is lifted',
    edit: {
      file: 'services/order-book/src/jobs/suspended.ts',
      find: 'await checkAll(tx, others, now)',
      replace: '',
    },
    size: 100,
  },
]
