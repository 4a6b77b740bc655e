import type { Mutant } from '../proof.ts'

export const repeatedMutants: readonly Mutant[] = [
  {
    name: 'adds',
    says: 'the units that were sold of an order are added to those known before, instead of set',
    edit: {
      file: 'services/shipping-payment/src/replicas/order.ts',
      find: 'filled = excluded.filled',
      replace: 'filled = order_replica.filled + excluded.filled',
    },
    size: 60,
  },
  {
    name: 'older-wins',
    says: 'an older state of an account counts more than a newer one',
    edit: {
      file: 'services/order-book/src/replicas/accounts.ts',
      find: 'where account.revision < excluded.revision',
      replace: 'where account.revision > excluded.revision',
    },
    size: 60,
  },
  {
    name: 'no-note',
    says: 'the inbox takes every message for a new one',
    edit: {
      file: 'services/_shared/src/inbox.ts',
      find: 'return result.rowCount === 1',
      replace: 'return true',
    },
    size: 300,
  },
  {
    name: 'no-note-together',
    says: 'the inbox takes every message of a batch for a new one',
    edit: {
      file: 'services/_shared/src/inbox.ts',
      find: 'select message_id as id, false as behind from fresh',
      replace: 'select id, false as behind from given where id not in (select id from behind)',
    },
    size: 60,
  },
  {
    name: 'other-key',
    says: 'a command to the ledger has another key each time that it is sent',
    edit: {
      file: 'services/shipping-payment/src/shipping/publish.ts',
      find: 'holdPrice(shippingId, view, event.data.attempt)',
      replace: 'holdPrice(shippingId, view, event.data.attempt + Math.floor(Math.random() * 1_000_000))',
    },
    size: 60,
  },
  {
    name: 'posts-again',
    says: 'the ledger posts a command again that it has posted before',
    edit: {
      file: 'services/ledger/src/transfer/decide-batch.ts',
      find: 'if (known) return',
      replace: 'if (known && key.startsWith("x")) return',
    },
    size: 60,
  },
  {
    name: 'overtakes',
    says: 'messages behind one that was parked are handled before it',
    edit: {
      file: 'services/_shared/src/dead-letters.ts',
      find: 'return result.rows.length > 0',
      replace: 'return false',
    },
    size: 200,
  },
  {
    name: 'ledger-first',
    says: 'a purchase that the ledger has in hand outlives its order when the ledger answers later',
    edit: {
      file: 'services/shipping-payment/src/shipping/decide-refused.ts',
      find: "if (orderStatus === 'cancelled') return",
      replace: "if (orderStatus === 'gone') return",
    },
    size: 150,
  },
  {
    name: 'sold-suspended',
    says: 'a purchase that the ledger has in hand outlives the suspension of its item when the ledger answers later',
    edit: {
      file: 'services/shipping-payment/src/shipping/decide-refused.ts',
      find: "return suspended ? canceled('suspended') : []",
      replace: 'return []',
    },
    size: 150,
  },
  {
    name: 'shown-again',
    says: 'the gateway shows a message as often as it comes',
    edit: {
      file: 'services/gateway/src/live/hub.ts',
      find: 'if (seen.has(messageId) || updates.length === 0) return',
      replace: 'if (updates.length === 0) return',
    },
    size: 60,
  },
]
