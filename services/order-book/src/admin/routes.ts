import { type AdminOrder, orderAdminHttp as http } from '@talad/proto/http/order-admin'
import type { Order } from '@talad/proto/http/order-book'
import { lowerAddress } from '@talad/shared/chain/address'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { unixSeconds } from '@talad/shared/unix-time'
import type { Deps } from '../deps.ts'
import { findOrder, findOrders } from '../read-models/order-list.ts'
import { present, presentOne, viewerOf } from '../viewer/present.ts'
import { invalidity } from './decide.ts'
import { nextLook, readHistory } from './history.ts'

const STATES = {
  ...({ offchain: 'of', validated: 'va', filled: 'fi', inactive: 'in' } as const),
  ...({ completed: 'co', cancelled: 'ca' } as const),
}
const TYPES = { list: 'li', offer: 'of', deal: 'de' } as const
const SORTS = { created: 'st', price: 'pr', end: 'en' } as const

function shown({ order: _signed, actions: _ofViewer, ...order }: Order): AdminOrder {
  const { fill, shipping, crypto } = order
  return {
    ...order,
    customer_id: (shipping ?? crypto)?.offerer_customer_id ?? '',
    wholly_reserved: fill.left !== '0' && fill.available === '0',
  }
}

/** Who sees orders as a stranger does, and who is paid besides. */
const adminOf = async (deps: Deps) => ({ ...(await viewerOf(deps, undefined)), seesPayees: true as const })

/** What admins see of orders. */
export function orderAdminRoutes(app: App, deps: Deps): void {
  app.route(http.listAdminOrders, async ({ query }) => {
    const { state, type, contract, token, wallet, customer, live, sort, rising, count, ps, pi } = query
    const asked = {
      ...{ ps, pi, sr: SORTS[sort], sd: rising ? ('a' as const) : ('d' as const), ie: !live, ii: true },
      ...(count && { count }),
      ...(state && { st: [STATES[state]] }),
      ...(type && { tp: [TYPES[type]] }),
      ...(contract && { ad: lowerAddress(contract, 'contract') }),
      ...(token && { ti: token }),
      ...(wallet && { wl: [lowerAddress(wallet, 'wallet')] }),
      ...(customer && { oc: customer }),
    }
    const { list, total } = await findOrders(deps.prisma, asked, deps.now())
    const orders = await present(deps, list, await adminOf(deps))
    const pages = total === null ? null : Math.ceil(total / ps)
    return { list: orders.map(shown), size: ps, index: pi, total, pages }
  })

  app.route(http.pickAdminOrder, async ({ params: { hash } }) => {
    const view = await findOrder(deps.prisma, hash)
    if (!view) throw new Rejection('ORDER_NOT_FOUND')
    const [found, history, checkedNext] = await Promise.all([
      presentOne(deps, view, await adminOf(deps)),
      readHistory(deps.db, hash),
      nextLook(deps.db, hash),
    ])
    const order = shown(found)
    const nowSeconds = unixSeconds(deps.now())
    const reasons = invalidity(order, { offersEnabled: deps.market.offersEnabled, nowSeconds })
    return { order, validity: { valid: reasons.length === 0, reasons, checked_next: checkedNext }, history }
  })
}
