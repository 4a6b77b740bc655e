import { randomFrom } from '@talad/demo/random'
import type { PutOrderBody } from '@talad/proto/http/order-book/orders'
import {
  orderParameters,
  orderTypes,
  seaportDomain,
  toParameters,
} from '@talad/proto/http/order-book/seaport'
import type { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listingBody, post } from './bodies.ts'
import { cryptoBody, fund } from './crypto.ts'
import { type Market, startMarket } from './market.ts'
import { introduce } from './messages.ts'
import { at, leaves, mutate, rehashed, replaced } from './mutations.ts'

const many = { kind: 'multiple', amount: '10', text: '1000', allowPartial: true } as const

/** The kinds of order that there are, who signs them, and as whom they are put. */
const kinds = {
  'a listing in points': {
    who: 'seller',
    signer: (market: Market): Wallet => market.seller,
    body: (market: Market, tokenId: string): Promise<PutOrderBody> =>
      listingBody(market, { ...many, tokenId }),
  },
  'a listing in crypto': {
    who: 'seller',
    signer: (market: Market): Wallet => market.seller,
    body: (market: Market, tokenId: string): Promise<PutOrderBody> =>
      cryptoBody(market, { ...many, type: 'list', tokenId }),
  },
  'an offer': {
    who: 'other',
    signer: (market: Market): Wallet => market.stranger,
    body: (market: Market, tokenId: string): Promise<PutOrderBody> =>
      cryptoBody(market, { ...many, type: 'offer', tokenId }),
  },
}
type Kind = keyof typeof kinds

/**
 * B30: an order that differs in anything from what its maker signed, or from what the chain would fill and our rules allow,
 * is refused and leaves nothing.
 * @param rounds of each kind: how many mutations of what is sent, and how many that the maker has signed
 */
export function testMutations(rounds: Readonly<Record<Kind, { sent: number; signed: number }>>): void {
  let market: Market
  beforeAll(async () => {
    market = await startMarket(inject('postgres'))
    await introduce(market)
    await fund(market, market.stranger, '100000')
  })
  afterAll(() => market?.stop())

  async function stored(): Promise<bigint> {
    const found = await market.db.query<{ count: bigint }>(
      'select (select count(*) from kit.event) + (select count(*) from order_row) as count',
    )
    return found.rows[0]?.count ?? 0n
  }

  describe.each(Object.keys(kinds) as Kind[])('%s', (kind) => {
    const { who, signer, body: make } = kinds[kind]
    const { sent, signed: bySigner } = rounds[kind]

    test(`OB-9 B30 of ${sent} seeded mutations of it every one is refused and nothing is stored`, {
      timeout: 900_000,
    }, async () => {
      const random = randomFrom('mutations of orders')
      const good = await make(market, '1')
      const paths = leaves(good)
      const before = await stored()
      for (let round = 0; round < sent; round++) {
        const path = paths[Math.floor(random() * paths.length)] ?? []
        const value = mutate(at(good, path), random)
        // MO-36: a payee may be left out, and so may a wallet that is paid
        const isShare = path.some((part) => part === 'distribution' || part === 'shippingDistributions')
        if (isShare && value === null && ['customer_id', 'recipient'].includes(String(path.at(-1)))) continue
        const mutated = replaced(good, path, value)
        // a wrong hash that is put right again would be no mutation
        const body = random() < 0.5 && path.at(-1) !== 'hash' ? rehashed(mutated) : mutated
        const { status } = await post(market, body, who)
        expect([round, path.join('.'), value, status >= 400 && status < 500, status]).toEqual([
          round,
          path.join('.'),
          value,
          true,
          status,
        ])
      }
      expect(await stored()).toBe(before)
      expect((await post(market, good, who)).status).toBe(201)
    })

    test(`OB-9 B30 ${bySigner} mutations of it that its maker really signed are refused too`, {
      timeout: 900_000,
    }, async () => {
      const random = randomFrom('mutations of sixty')
      const good = await make(market, '2')
      const { parameters } = good.order.order
      const { totalOriginalConsiderationItems: _, ...signed } = parameters
      // another salt alone makes another order that is as good
      const paths = leaves(signed).filter((path) => path[0] !== 'salt')
      const domain = seaportDomain(market.deployment.chainId, market.deployment.seaport)
      const before = await stored()
      let tried = 0
      for (let round = 0; round < 4 * bySigner && tried < bySigner; round++) {
        const path = paths[Math.floor(random() * paths.length)] ?? []
        const components = replaced(signed, path, mutate(at(signed, path), random))
        const checked = orderParameters.safeParse(toParameters(components))
        if (!checked.success) continue
        tried += 1
        const signature = await signer(market).signTypedData(domain, orderTypes, components)
        const order = { ...good.order, order: { parameters: checked.data, signature } }
        const { status, code } = await post(market, rehashed({ ...good, order }), who)
        expect([path.join('.'), status >= 400 && status < 500, code]).toEqual([path.join('.'), true, code])
      }
      expect(tried).toBe(bySigner)
      expect(await stored()).toBe(before)
    })
  })
}
