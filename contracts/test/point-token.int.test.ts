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

test('Points go from the relayer to the treasury and nowhere else', async () => {
  const { relayer, treasury, stranger, owner } = market
  await transact(points, relayer, 'transfer', treasury.address, 500)
  const everyone = [relayer, treasury, stranger, owner]
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
  expect(new Set(passed)).toEqual(new Set([`${relayer.address} ${treasury.address}`]))
})

test('Only the relayer can let another spend points, and then only towards the treasury', async () => {
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

test('Points are minted by the owner or the relayer, always to the relayer', async () => {
  const { relayer, treasury, stranger, owner } = market
  for (const caller of [treasury, stranger]) expect(await attempt(caller, 'mint', 1)).toBe('NotMinter')
  const balance = points.getFunction('balanceOf')
  const before = BigInt(await balance(relayer.address))
  await transact(points, owner, 'mint', 7)
  await transact(points, relayer, 'mint', 5)
  expect(await balance(relayer.address)).toBe(before + 12n)
})

test('What a former relayer still holds can no longer move', async () => {
  const { relayer, treasury, stranger, owner, deployment } = market
  expect(await attempt(stranger, 'setRelayer', stranger.address)).toBe('OwnableUnauthorizedAccount')
  expect(await attempt(owner, 'setRelayer', ZeroAddress)).toBe('ZeroAccount')
  await transact(points, owner, 'setRelayer', stranger.address)
  expect(await attempt(relayer, 'transfer', treasury.address, 1)).toBe('TransferNotAllowed')
  expect(await attempt(relayer, 'approve', deployment.seaport, MaxUint256)).toBe('ApprovalNotAllowed')
  await transact(points, owner, 'mint', 3)
  expect(await points.getFunction('balanceOf')(stranger.address)).toBe(3n)
  expect(await attempt(stranger, 'transfer', treasury.address, 3)).toBe('passes')
  await transact(points, owner, 'setRelayer', relayer.address)
})
