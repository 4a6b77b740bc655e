import { fulfillAdvancedOrderData } from '@talad/contracts/calldata'
import type { PutOrderBody } from '@talad/proto/http/order-book'
import {
  orderParameters,
  orderTypes,
  seaportDomain,
  toParameters,
  ZERO_ADDRESS,
} from '@talad/proto/http/seaport'
import { unixSeconds } from '@talad/shared/unix-time'
import { toQuantity, type Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listingBody, post } from './bodies.ts'
import { cryptoBody, fund } from './crypto.ts'
import { type Market, startMarket, transact } from './market.ts'
import { introduce } from './messages.ts'
import { at, leaves, mutate, numbers, rehashed, replaced } from './mutations.ts'

const ROUNDS = 334

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'), {
    LIMIT_ORDERS_PER_CUSTOMER: 1_000,
    LIMIT_ORDERS_PER_ASSET: 1_000,
  })
  await introduce(market)
  const { multiple, deployment, owner, seller, stranger } = market
  for (const who of [stranger, seller]) await fund(market, who, '1000000')
  // both have what the other one asks for
  await transact(multiple, owner, 'mint', stranger.address, 3, 100)
  await transact(multiple, owner, 'mint', seller.address, 3, 100)
  await transact(multiple, stranger, 'setApprovalForAll', deployment.seaport, true)
})
afterAll(() => market?.stop())

const amounts = { kind: 'multiple', amount: '10', text: '1000', allowPartial: true } as const

/** Whether the chain would fill it now, for somebody who has what it asks for. */
async function chainFills({ order: { type, order } }: PutOrderBody, filler: string): Promise<boolean> {
  const parameters = orderParameters.parse(order.parameters)
  const data = fulfillAdvancedOrderData({
    ...{ parameters, signature: String(order.signature), numerator: 1n, denominator: 1n },
    recipient: type === 'offer' ? ZERO_ADDRESS : market.recipient.address,
  })
  const call = { from: filler, to: market.deployment.seaport, data }
  const time = toQuantity(Math.max(unixSeconds(new Date()), Number(parameters.startTime)))
  return market.provider.send('eth_call', [call, 'latest', {}, { time }]).then(
    () => true,
    () => false,
  )
}

/** The same order with one thing signed otherwise by its maker; undefined where that can't be signed. */
async function signedOtherwise(good: PutOrderBody, signer: Wallet, random: () => number) {
  const { totalOriginalConsiderationItems: _, ...components } = orderParameters.parse(
    good.order.order.parameters,
  )
  const paths = leaves(components)
  const path = paths[Math.floor(random() * paths.length)] ?? []
  const changed = replaced(components, path, mutate(at(components, path), random))
  const checked = orderParameters.safeParse(toParameters(changed))
  if (!checked.success) return undefined
  const domain = seaportDomain(market.deployment.chainId, market.deployment.seaport)
  const signature = await signer.signTypedData(domain, orderTypes, changed)
  return rehashed({ ...good, order: { ...good.order, order: { parameters: checked.data, signature } } })
}

/** Between two of them the connection may have been idle for too long. */
const put = (body: PutOrderBody, who: string) => post(market, body, who).catch(() => post(market, body, who))

function changedAnywhere(good: PutOrderBody, random: () => number): PutOrderBody {
  const paths = leaves(good)
  const path = paths[Math.floor(random() * paths.length)] ?? []
  const body = replaced(good, path, mutate(at(good, path), random))
  return random() < 0.5 && path.at(-1) !== 'hash' ? rehashed(body) : body
}

test('OB-9 of a thousand mutated orders none is taken that the chain would not fill: in baht, in tokens, and offers', async () => {
  const { seller, stranger, relayer } = market
  const kinds = [
    {
      good: await listingBody(market, { ...amounts, tokenId: '1' }),
      signer: seller,
      who: 'seller',
      filler: relayer,
    },
    {
      good: await cryptoBody(market, { ...amounts, tokenId: '2' }),
      signer: seller,
      who: 'seller',
      filler: stranger,
    },
    {
      good: await cryptoBody(market, { ...amounts, type: 'offer', tokenId: '3' }),
      ...{ signer: stranger, who: 'other', filler: seller },
    },
  ]
  const random = numbers(1_000)
  let [tried, taken] = [0, 0]
  for (const { good, signer, who, filler } of kinds) {
    for (let [round, done] = [0, 0]; done < ROUNDS; round++) {
      const body =
        round % 2 === 0 ? changedAnywhere(good, random) : await signedOtherwise(good, signer, random)
      if (!body) continue
      tried += 1
      done += 1
      const { status, code } = await put(body, who)
      expect([200, 201, 400, 403, 404, 409], `${status} ${code}`).toContain(status)
      if (status >= 400) continue
      taken += 1
      expect([JSON.stringify(body), await chainFills(body, filler.address)]).toEqual([
        JSON.stringify(body),
        true,
      ])
    }
    expect((await put(good, who)).status).toBe(201)
    expect(await chainFills(good, filler.address)).toBe(true)
  }
  expect(tried).toBeGreaterThan(1_000)
  // another salt, signed by its maker, is another order that is as good
  expect(taken).toBeLessThan(tried / 10)
}, 900_000)
