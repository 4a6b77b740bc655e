import { Contract, ZeroAddress } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { abi as zoneAbi } from '../abi/RelayerZone.ts'
import { fulfillAdvancedOrderData } from '../src/calldata.ts'
import { ItemType, noConduit, OrderType } from '../src/seaport.ts'
import {
  item,
  listing,
  type Market,
  outcome,
  outcomeOf,
  PRICE,
  sign,
  startMarket,
  transact,
} from './fixture.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market.stop())

type Attempt = (market: Market, filler: Market['relayer']) => Promise<{ method: string; args: unknown[] }>

// Every way into Seaport that fills an order. Each caller can pay, so that nothing but the zone tells them apart.
const attempts: Record<string, Attempt> = {
  fulfillOrder: async (m) => {
    const parameters = listing(m)
    const order = { parameters, signature: await sign(m, parameters) }
    return { method: 'fulfillOrder', args: [order, noConduit] }
  },
  fulfillAdvancedOrder: async (m, filler) => {
    const parameters = listing(m)
    const order = { parameters, signature: await sign(m, parameters) }
    const advanced = { ...order, numerator: 1, denominator: 1, extraData: '0x' }
    return { method: 'fulfillAdvancedOrder', args: [advanced, [], noConduit, filler.address] }
  },
  fulfillBasicOrder: async (m) => {
    const parameters = listing(m)
    return { method: 'fulfillBasicOrder', args: [await basicOrder(m, parameters)] }
  },
  fulfillAvailableOrders: async (m) => {
    const parameters = listing(m)
    const order = { parameters, signature: await sign(m, parameters) }
    const first = [[{ orderIndex: 0, itemIndex: 0 }]]
    return { method: 'fulfillAvailableOrders', args: [[order], first, first, noConduit, 1] }
  },
  matchOrders: async (m, filler) => {
    const parameters = listing(m)
    const order = { parameters, signature: await sign(m, parameters) }
    const mirrored = { parameters: mirrorOf(m, filler.address), signature: '0x' }
    return { method: 'matchOrders', args: [[order, mirrored], crossed] }
  },
  matchAdvancedOrders: async (m, filler) => {
    const parameters = listing(m)
    const whole = { numerator: 1, denominator: 1, extraData: '0x' }
    const order = { parameters, signature: await sign(m, parameters), ...whole }
    const mirrored = { parameters: mirrorOf(m, filler.address), signature: '0x', ...whole }
    return {
      method: 'matchAdvancedOrders',
      args: [[order, mirrored], [], crossed, filler.address],
    }
  },
}

const crossed = [
  {
    offerComponents: [{ orderIndex: 0, itemIndex: 0 }],
    considerationComponents: [{ orderIndex: 1, itemIndex: 0 }],
  },
  {
    offerComponents: [{ orderIndex: 1, itemIndex: 0 }],
    considerationComponents: [{ orderIndex: 0, itemIndex: 0 }],
  },
]

/** The order that gives what a listing wants and wants what it gives. */
function mirrorOf(m: Market, offerer: string) {
  return listing(m, {
    offerer,
    zone: ZeroAddress,
    orderType: OrderType.FULL_OPEN,
    offer: [item(ItemType.ERC20, m.deployment.thbk, 0n, PRICE)],
    consideration: [{ ...item(ItemType.ERC721, String(m.single.target), 1n, 1n), recipient: offerer }],
  })
}

async function basicOrder(
  m: Market,
  { zone, startTime, endTime, zoneHash, salt }: ReturnType<typeof listing>,
) {
  const ERC20_TO_ERC721_FULL_RESTRICTED = 10
  // A basic order pays the offerer, so the signed order must say so too.
  const parameters = listing(m, {
    zone,
    startTime,
    endTime,
    zoneHash,
    salt,
    consideration: [{ ...item(ItemType.ERC20, m.deployment.thbk, 0n, PRICE), recipient: m.seller.address }],
  })
  return {
    considerationToken: m.deployment.thbk,
    considerationIdentifier: 0,
    considerationAmount: PRICE,
    offerer: m.seller.address,
    offerToken: m.single.target,
    offerIdentifier: 1,
    offerAmount: 1,
    basicOrderType: ERC20_TO_ERC721_FULL_RESTRICTED,
    zone,
    startTime,
    endTime,
    zoneHash,
    salt,
    offererConduitKey: noConduit,
    fulfillerConduitKey: noConduit,
    totalOriginalAdditionalRecipients: 0,
    additionalRecipients: [],
    signature: await sign(m, parameters),
  }
}

for (const [name, attempt] of Object.entries(attempts)) {
  test(`OB-13 lets the relayer and no stranger fill a restricted order through ${name}`, async () => {
    const results = []
    for (const filler of [market.stranger, market.relayer]) {
      const { method, args } = await attempt(market, filler)
      results.push(await outcome(market, filler, market.seaport, method, args))
    }
    expect(results).toEqual(['NotRelayer', 'passes'])
  })
}

test('OB-13 lets not even the maker and the owner of the zone fill a restricted order', async () => {
  const parameters = listing(market)
  const data = fulfillAdvancedOrderData({
    parameters,
    signature: await sign(market, parameters),
    numerator: 1n,
    denominator: 1n,
    recipient: market.recipient.address,
  })
  const { owner, seller, thbk, deployment } = market
  for (const filler of [owner, seller]) {
    await transact(thbk, owner, 'mint', filler.address, PRICE)
    await transact(thbk, filler, 'approve', deployment.seaport, PRICE)
    expect(await outcomeOf(market, filler, deployment.seaport, data)).toBe('NotRelayer')
  }
})

test('OB-12 lets anyone fill an open order, which names no zone', async () => {
  const parameters = listing(market, { zone: ZeroAddress, orderType: OrderType.FULL_OPEN })
  const order = { parameters, signature: await sign(market, parameters) }
  expect(await outcome(market, market.stranger, market.seaport, 'fulfillOrder', [order, noConduit])).toBe(
    'passes',
  )
})

test('The zone answers for the interfaces that Seaport 1.5 asks of a zone', async () => {
  const zone = new Contract(market.deployment.zone, zoneAbi, market.provider)
  const supports = zone.getFunction('supportsInterface')
  const zoneInterfaceId = '0x3839be19' // what Seaport 1.5 zones answer to: validateOrder ^ getSeaportMetadata
  expect(await supports('0x01ffc9a7')).toBe(true)
  expect(await supports(zoneInterfaceId)).toBe(true)
  expect(await supports('0xffffffff')).toBe(false)
  expect(await zone.getFunction('getSeaportMetadata')()).toEqual(['Talad Relayer Zone', []])
})

test('The owner alone says which keys may fill, and who is left out loses it', async () => {
  const { owner, relayer, secondRelayer, stranger, deployment, provider } = market
  const zone = new Contract(deployment.zone, zoneAbi, provider)
  expect(await outcome(market, stranger, zone, 'setRelayers', [[stranger.address]])).toBe(
    'OwnableUnauthorizedAccount',
  )
  for (const nobody of [[], [ZeroAddress]])
    expect(await outcome(market, owner, zone, 'setRelayers', [nobody])).toBe('NoRelayer')
  const fill = async (filler: Market['relayer']) => {
    const parameters = listing(market)
    const order = { parameters, signature: await sign(market, parameters) }
    return outcome(market, filler, market.seaport, 'fulfillOrder', [order, noConduit])
  }
  const outcomes = async () => [await fill(relayer), await fill(secondRelayer), await fill(stranger)]
  await transact(zone, owner, 'setRelayers', [stranger.address, secondRelayer.address])
  expect(await outcomes()).toEqual(['NotRelayer', 'passes', 'passes'])
  await transact(zone, owner, 'setRelayers', [relayer.address, secondRelayer.address])
  expect(await outcomes()).toEqual(['passes', 'passes', 'NotRelayer'])
})
