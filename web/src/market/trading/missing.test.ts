import type { SiteInfo } from '@talad/proto/http/gateway/live'
import type { Order } from '@talad/proto/http/order-book/orders'
import { expect, test, vi } from 'vitest'
import { isApprovalMissing, needsOfMaker } from './missing.ts'

const wallet = { balance: 0n, allowance: 0n, collection: false }
vi.mock('../../wallet-code.ts', () => ({ loadTrade: async () => ({ readApprovals: async () => wallet }) }))
vi.mock('@talad/ui/client/call', () => ({ call: async () => ({ seaport: '0x5' }) }))

const orderOf = (type: 'list' | 'offer', left = '2') =>
  ({
    type,
    fill: { total: '4', left, available: left },
    basic: {
      price: { token: { address: '0x7', decimals: 6, symbol: 'THBK' }, raw: '400' },
      asset: { contract: { address: '0xc' } },
    },
    order: {
      parameters: {
        offer: [{ token: '0x7' }],
        consideration: [
          { token: '0x7', startAmount: '20' },
          { token: '0xc', startAmount: '4' },
        ],
      },
    },
  }) as unknown as Order
const site = { chain: { rpcUrl: '/rpc' } } as SiteInfo
const missing = (order: Order, has: Partial<typeof wallet>) => {
  Object.assign(wallet, { balance: 0n, allowance: 0n, collection: false }, has)
  return isApprovalMissing(site, '0xa', order)
}

test('WB-8 an approval is missing until the wallet lets the market take the price of what is left, or hand over the item and take the fees of an offer', async () => {
  expect(await missing(orderOf('list'), { allowance: 199n })).toBe(true)
  expect(await missing(orderOf('list'), { allowance: 200n })).toBe(false)
  expect(await missing(orderOf('offer'), { allowance: 10n })).toBe(true)
  expect(await missing(orderOf('offer'), { collection: true, allowance: 9n })).toBe(true)
  expect(await missing(orderOf('offer'), { collection: true, allowance: 10n })).toBe(false)
})

test('WB-8 the maker of a listing approves the collection again, of an offer what is left of its price', () => {
  expect(needsOfMaker(orderOf('list'))).toMatchObject({ isGiven: true, isPaid: false, token: { amount: 0n } })
  expect(needsOfMaker(orderOf('offer', '3'))).toMatchObject({
    isGiven: false,
    isPaid: true,
    token: { amount: 300n },
  })
})
