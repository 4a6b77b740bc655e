import type { Mutant } from '../proof.ts'

const small = { size: 40 }

export const mutants: readonly Mutant[] = [
  {
    name: 'loose-body',
    says: 'the body of a purchase may have fields that nobody knows',
    ...small,
    edit: {
      file: 'proto/http/shipping-payment/purchases.ts',
      find: 'body: z.strictObject({\n      order_hash: hash.describe(',
      replace: 'body: z.looseObject({\n      order_hash: hash.describe(',
    },
  },
  {
    name: 'loose-inside',
    says: 'fields inside the asset of an order are passed over',
    ...small,
    edit: {
      file: 'proto/http/order-book/put-order.ts',
      find: 'token: z\n        .strictObject({ id',
      replace: 'token: z\n        .object({ id',
    },
  },
  {
    name: 'fields-kept',
    says: 'what a browser brings back from the card page is kept as it came',
    ...small,
    edit: {
      file: 'services/shipping-payment/src/payment/provider-routes.ts',
      find: 'const orderNo = orderNumber.safeParse(given.OrderNo).data',
      replace: `const orderNo = orderNumber.safeParse(given.OrderNo).data
  await deps.db.query('insert into kit.inbox (consumer_group, message_id) values ($1, $2) on conflict do nothing', ['kept', JSON.stringify(given)])`,
    },
  },
]
