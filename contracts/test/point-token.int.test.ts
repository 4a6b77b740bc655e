import { Contract, MaxUint256, ZeroAddress } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { abi as pointTokenAbi } from '../abi/PointToken.ts'
import { type Market, outcome, startMarket, transact } from './fixture.ts'

let market: Market
let points: Contract
beforeAll(async () => {
  market = await startMarket()
  points = new Contract(market.deployment.pointToken, pointTokenAbi, market.provider)
})
afterAll(() => market.stop())

const attempt = (from: Market['relayer'], method: string, ...args: unknown[]) =>
  outcome(market, from, points, method, args)

test('The point token is the THB Point with two decimals', async () => {
  expect(await points.getFunction('name')()).toBe('THB Point')
  expect(await points.getFunction('decimals')()).toBe(2n)
  expect(await points.getFunction('treasury')()).toBe(market.treasury.address)
})

test('Points go from a relayer to the treasury and nowhere else, not even to another relayer', async () => {
  const { relayer, secondRelayer, treasury, stranger, owner } = market
  await transact(points, relayer, 'transfer', treasury.address, 500)
  const everyone = [relayer, secondRelayer, treasury, stranger, owner]
  const passed: string[] = []
  for (const from of everyone) {
    for (const to of everyone) {
      // Of nothing, too: a transfer of 0 still writes an event that an indexer would read.
      for (const amount of [0, 1]) {
        if ((await attempt(from, 'transfer', to.address, amount)) === 'passes')
          passed.push(`${from.address} ${to.address}`)
      }
    }
  }
  expect(new Set(passed)).toEqual(
    new Set([relayer, secondRelayer].map((from) => `${from.address} ${treasury.address}`)),
  )
})

test('Only a relayer can let another spend points, and then only towards the treasury', async () => {
  const { relayer, treasury, stranger, owner } = market
  for (const holder of [treasury, stranger, owner]) {
    expect(await attempt(holder, 'approve', stranger.address, 1)).toBe('ApprovalNotAllowed')
  }
  await transact(points, relayer, 'approve', stranger.address, 10)
  const spend = (to: string) => attempt(stranger, 'transferFrom', relayer.address, to, 1)
  expect(await spend(treasury.address)).toBe('passes')
  expect(await spend(stranger.address)).toBe('TransferNotAllowed')
  expect(await spend(relayer.address)).toBe('TransferNotAllowed')
})

test('Points are minted by the owner or a relayer, always to a relayer', async () => {
  const { relayer, secondRelayer, treasury, stranger, owner } = market
  for (const caller of [treasury, stranger])
    expect(await attempt(caller, 'mint', relayer.address, 1)).toBe('NotMinter')
  for (const to of [treasury, stranger, owner])
    expect(await attempt(owner, 'mint', to.address, 1)).toBe('TransferNotAllowed')
  const balance = points.getFunction('balanceOf')
  const before = BigInt(await balance(relayer.address))
  await transact(points, owner, 'mint', relayer.address, 7)
  await transact(points, secondRelayer, 'mint', relayer.address, 5)
  expect(await balance(relayer.address)).toBe(before + 12n)
})

test('What a former relayer still holds can no longer move', async () => {
  const { relayer, secondRelayer, treasury, stranger, owner, deployment } = market
  expect(await attempt(stranger, 'setRelayers', [stranger.address])).toBe('OwnableUnauthorizedAccount')
  for (const nobody of [[], [ZeroAddress]])
    expect(await attempt(owner, 'setRelayers', nobody)).toBe('NoRelayer')
  await transact(points, owner, 'setRelayers', [stranger.address, secondRelayer.address])
  expect(await attempt(relayer, 'transfer', treasury.address, 1)).toBe('TransferNotAllowed')
  expect(await attempt(relayer, 'approve', deployment.seaport, MaxUint256)).toBe('ApprovalNotAllowed')
  expect(await attempt(secondRelayer, 'transfer', treasury.address, 1)).toBe('passes')
  await transact(points, owner, 'mint', stranger.address, 3)
  expect(await points.getFunction('balanceOf')(stranger.address)).toBe(3n)
  expect(await attempt(stranger, 'transfer', treasury.address, 3)).toBe('passes')
  await transact(points, owner, 'setRelayers', [relayer.address, secondRelayer.address])
})
