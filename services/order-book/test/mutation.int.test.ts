import { orderHash } from '@talad/contracts/seaport'
import type { PutOrderBody } from '@talad/proto/http/order-book'
import { orderParameters, orderTypes, seaportDomain, toParameters } from '@talad/proto/http/seaport'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listingBody, post } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { introduce } from './messages.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
})
afterAll(() => market?.stop())

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Path = (string | number)[]

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}

function at(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), root)
}

/** A neighbour of a value that means something else: another digit, one more or less, the opposite, nothing. */
function mutate(value: unknown, random: () => number): unknown {
  if (value === null) return 'join-x'
  if (random() < 0.08) return null
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return random() < 0.5 ? value + 1 : value + 0.001
  if (typeof value !== 'string') return 'x'
  if (/^[0-9]+$/.test(value)) {
    const options = [BigInt(value) + 1n, BigInt(value) * 10n + 1n, 2n ** 256n, 2n ** 255n + BigInt(value)]
    return random() < 0.1 ? `-${value}` : String(options[Math.floor(random() * options.length)])
  }
  if (/^0x[0-9a-f]+$/.test(value)) {
    const place = 2 + Math.floor(random() * (value.length - 2))
    const digit = ((Number.parseInt(value.charAt(place), 16) + 1 + Math.floor(random() * 15)) % 16).toString(
      16,
    )
    return random() < 0.1 ? value.slice(0, -1) : value.slice(0, place) + digit + value.slice(place + 1)
  }
  return random() < 0.5 ? `${value}1` : value.slice(0, -1)
}

function replaced<T>(body: T, path: Path, value: unknown): T {
  const copy = structuredClone(body)
  Reflect.set(Object(at(copy, path.slice(0, -1))), path.at(-1) ?? '', value)
  return copy
}

/** The body with its parameters' own hash, as somebody would send it who knows what is checked. */
function rehashed(body: PutOrderBody): PutOrderBody {
  const parsed = orderParameters.safeParse(body.order.order.parameters)
  if (!parsed.success) return body
  try {
    const hash = orderHash(parsed.data, parsed.data.counter)
    return { ...body, order: { ...body.order, hash } }
  } catch {
    return body
  }
}

async function stored(): Promise<bigint> {
  const found = await market.db.query<{ count: bigint }>(
    'select (select count(*) from kit.event) + (select count(*) from order_row) as count',
  )
  return found.rows[0]?.count ?? 0n
}

const amounts = { kind: 'multiple', amount: '10', text: '1000', allowPartial: true } as const

test('OB-9 of two hundred seeded mutations of a signed order every one is refused and nothing is stored', async () => {
  const random = numbers(20_261_121)
  const good = await listingBody(market, amounts)
  const paths = leaves(good)
  const before = await stored()
  for (let round = 0; round < 200; round++) {
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

test('OB-9 sixty mutated orders that the seller really signed are refused too', async () => {
  const random = numbers(60)
  const good = await listingBody(market, { ...amounts, tokenId: '2' })
  const { parameters } = good.order.order
  const { totalOriginalConsiderationItems: _, ...signed } = parameters
  // another salt alone makes another order that is as good
  const paths = leaves(signed).filter((path) => path[0] !== 'salt')
  const domain = seaportDomain(market.deployment.chainId, market.deployment.seaport)
  const before = await stored()
  let tried = 0
  for (let round = 0; round < 200 && tried < 60; round++) {
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
  expect(tried).toBe(60)
  expect(await stored()).toBe(before)
})
