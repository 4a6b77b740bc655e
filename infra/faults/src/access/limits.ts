import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { loadService } from '@talad/services/services'
import { type Figures, holds } from '../proof.ts'
import type { System } from '../system.ts'
import { ask, bearer, send } from './doors.ts'
import { enterAs } from './enter.ts'

const LIMIT = 20

/** How many of so many calls pass, one after the other. */
async function passing(count: number, call: () => Promise<{ status: number }>): Promise<number> {
  let passed = 0
  for (let n = 0; n < count; n++) if ((await call()).status !== 429) passed += 1
  return passed
}

/** Two people behind one gateway: what one of them uses up is not missing to the other. */
export async function limitsAreSeparate(system: System): Promise<Figures> {
  const { env } = system.service('gateway')
  const gateway = await (await loadService('gateway')).startIn({
    ...env,
    PORT: '0',
    TRUSTED_PROXIES: '127.0.0.1/8',
    LIMIT_PUBLIC: String(LIMIT),
    LIMIT_WRITE: String(LIMIT),
  })
  try {
    const read = (ip: string) => () =>
      ask(gateway.url + orderBookHttp.orderTerms.path, { headers: { 'x-forwarded-for': ip } })
    const one = await passing(LIMIT * 2, read('203.0.113.7'))
    holds(one === LIMIT, `of ${LIMIT * 2} calls of one client ${one} pass, the limit is ${LIMIT}`)
    const other = await passing(LIMIT, read('203.0.113.8'))
    holds(other === LIMIT, `another client behind the same gateway has ${other} of ${LIMIT} calls`)
    const [rich, poor] = await Promise.all([
      enterAs(system, { user: 'limits-one', level: 2 }),
      enterAs(system, { user: 'limits-two', level: 2 }),
    ])
    const path = gateway.url + shippingPaymentHttp.cancelPayment.path
    let address = 0
    // from ever new addresses: what is counted is the account
    const write = (token: string) => () =>
      send(path, {}, { ...bearer(token), 'x-forwarded-for': `198.51.100.${address++}` })
    const written = await passing(LIMIT * 2, write(rich.accessToken))
    holds(written === LIMIT, `of ${LIMIT * 2} writes of one account ${written} pass, the limit is ${LIMIT}`)
    const left = await passing(LIMIT, write(poor.accessToken))
    holds(left === LIMIT, `another account has ${left} of ${LIMIT} writes`)
    return { 'clients and accounts with limits of their own': 4 }
  } finally {
    await gateway.close()
  }
}
