import { orderAdminHttp as http } from '@talad/proto/http/order-book/order-admin'
import { lowerAddress } from '@talad/shared/chain/address'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { unixSeconds } from '@talad/shared/unix-time'
import type { Deps } from '../deps.ts'
import { offersEnabled } from '../market.ts'
import { findOrder, orderList } from '../read-models/order-list.ts'
import { present, presentOne } from '../viewer/present.ts'
import { dealRoutes } from './deal.ts'
import { nextLook, readHistory } from './history.ts'
import { adminOf, shown } from './shown.ts'
import { invalidity } from './validity.ts'

const STATES = {
  ...({ offchain: 'of', validated: 'va', filled: 'fi', inactive: 'in' } as const),
  ...({ completed: 'co', cancelled: 'ca' } as const),
}
const TYPES = { list: 'li', offer: 'of', deal: 'de' } as const
const SORTS = { created: 'st', price: 'pr', end: 'en' } as const

/** What admins see of orders. */
export function orderAdminRoutes(app: App, deps: Deps): void {
  dealRoutes(app, deps)
  const findOrders = orderList(deps)

  app.route(http.listAdminOrders, async ({ query }) => {
    const { state, type, contract, token, wallet, customer, live, sort, rising, count, ps, pi } = query
    const asked = {
      ps,
      pi,
      sr: SORTS[sort],
      sd: rising ? ('a' as const) : ('d' as const),
      ie: !live,
      ii: true,
      ...(count && { count }),
      st: state ? [STATES[state]] : Object.values(STATES),
      tp: type ? [TYPES[type]] : Object.values(TYPES),
      ...(contract && { ad: lowerAddress(contract, 'contract') }),
      ...(token && { ti: token }),
      ...(wallet && { wl: [lowerAddress(wallet, 'wallet')] }),
      ...(customer && { oc: customer }),
    }
    const { list, total } = await findOrders(asked)
    const orders = await present(deps, list, await adminOf(deps))
    const items = orders.flatMap((order, n) => list.slice(n, n + 1).map((view) => shown(order, view)))
    return page(items, query, total)
  })

  app.route(http.pickAdminOrder, async ({ params: { hash } }) => {
    const view = await findOrder(deps.prisma, hash)
    if (!view) throw new Rejection('ORDER_NOT_FOUND')
    const [found, history, checkedNext] = await Promise.all([
      presentOne(deps, view, await adminOf(deps)),
      readHistory(deps.db, hash),
      nextLook(deps.db, hash),
    ])
    const order = shown(found, view)
    const nowSeconds = unixSeconds(deps.now())
    const reasons = invalidity(order, { offersEnabled: await offersEnabled(deps), nowSeconds })
    return { order, validity: { valid: reasons.length === 0, reasons, checked_next: checkedNext }, history }
  })
}
