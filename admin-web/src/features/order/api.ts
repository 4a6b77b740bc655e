import {
  type AdminOrder,
  orderAdminHttp as http,
  orderStates,
  orderTypes,
} from '@talad/proto/http/order-book/order-admin'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import { sortOf } from '../../lib/table-search.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of orders. */
export const ORDERS = 'orders'

const sorts = ['created', 'price', 'end'] as const

export const orderSource: ListSource<AdminOrder> = {
  key: ORDERS,
  read: async ({ search, at, size }, signal) => {
    const { contract, token, wallet, customer } = search
    const sort = sortOf(search.sort)
    const by = oneOf(sorts, sort?.key)
    const query = {
      state: oneOf(orderStates, search.state),
      type: oneOf(orderTypes, search.type),
      contract,
      token,
      wallet,
      customer,
      live: oneOf(['1'] as const, search.live),
      ...(by && sort && { sort: by, rising: sort.desc ? ('0' as const) : ('1' as const) }),
      ps: size,
      pi: indexOf(at),
      count: '1' as const,
    }
    return fromIndexed(await call(http.listAdminOrders, { query }, { signal }))
  },
}

/** OB-7; the same key is the same deal. */
export const putDeal = (body: z.input<NonNullable<typeof http.putDeal.body>>, idempotencyKey: string) =>
  call(http.putDeal, { body }, { idempotencyKey })

export type PickedOrder = z.output<typeof http.pickAdminOrder.response>

export const orderQuery = (hash: string) =>
  queryOptions({
    queryKey: [ORDERS, 'one', hash],
    queryFn: ({ signal }) => call(http.pickAdminOrder, { params: { hash } }, { signal }),
  })
