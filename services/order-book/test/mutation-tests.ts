import { orderParameters, orderTypes, seaportDomain, toParameters } from '@talad/proto/http/seaport'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listingBody, post } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { introduce } from './messages.ts'
import { at, leaves, mutate, numbers, rehashed, replaced } from './mutations.ts'

/**
 * B30: an order that differs in anything from what its maker signed, or from what the chain would fill and our rules allow,
 * is refused and leaves nothing.
 * @param rounds how many mutations of what is sent, and how many that the maker has signed
 */
export function testMutations(rounds: { sent: number; signed: number }): void {
  let market: Market
  beforeAll(async () => {
    market = await startMarket(inject('postgres'))
    await introduce(market)
  })
  afterAll(() => market?.stop())

  async function stored(): Promise<bigint> {
    const found = await market.db.query<{ count: bigint }>(
      'select (select count(*) from kit.event) + (select count(*) from order_row) as count',
    )
    return found.rows[0]?.count ?? 0n
  }

  const amounts = { kind: 'multiple', amount: '10', text: '1000', allowPartial: true } as const

  test(`OB-9 B30 of ${rounds.sent} seeded mutations of a signed order every one is refused and nothing is stored`, {
    timeout: 900_000,
  }, async () => {
    const random = numbers(20_261_121)
    const good = await listingBody(market, amounts)
    const paths = leaves(good)
    const before = await stored()
    for (let round = 0; round < rounds.sent; round++) {
      const path = paths[Math.floor(random() * paths.length)] ?? []
      const value = mutate(at(good, path), random)
      // MO-36: a payee may be left out
      if (path.at(-1) === 'customer_id' && value === null) continue
      const mutated = replaced(good, path, value)
      // a wrong hash that is put right again would be no mutation
      const body = random() < 0.5 && path.at(-1) !== 'hash' ? rehashed(mutated) : mutated
      const { status } = await post(market, body)
      expect([round, path.join('.'), value, status >= 400 && status < 500, status]).toEqual([
        round,
        path.join('.'),
        value,
        true,
        status,
      ])
    }
    expect(await stored()).toBe(before)
    expect((await post(market, good)).status).toBe(201)
  })

  test(`OB-9 B30 ${rounds.signed} mutated orders that the seller really signed are refused too`, {
    timeout: 900_000,
  }, async () => {
    const random = numbers(60)
    const good = await listingBody(market, { ...amounts, tokenId: '2' })
    const { parameters } = good.order.order
    const { totalOriginalConsiderationItems: _, ...signed } = parameters
    // another salt alone makes another order that is as good
    const paths = leaves(signed).filter((path) => path[0] !== 'salt')
    const domain = seaportDomain(market.deployment.chainId, market.deployment.seaport)
    const before = await stored()
    let tried = 0
    for (let round = 0; round < 4 * rounds.signed && tried < rounds.signed; round++) {
      const path = paths[Math.floor(random() * paths.length)] ?? []
      const components = replaced(signed, path, mutate(at(signed, path), random))
      const checked = orderParameters.safeParse(toParameters(components))
      if (!checked.success) continue
      tried += 1
      const signature = await market.seller.signTypedData(domain, orderTypes, components)
      const order = { ...good.order, order: { parameters: checked.data, signature } }
      const { status, code } = await post(market, rehashed({ ...good, order }))
      expect([path.join('.'), status >= 400 && status < 500, code]).toEqual([path.join('.'), true, code])
    }
    expect(tried).toBe(rounds.signed)
    expect(await stored()).toBe(before)
  })
}
