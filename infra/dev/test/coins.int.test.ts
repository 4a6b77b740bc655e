import { abi } from '@talad/contracts/abi/MintableToken'
import { startAnvil } from '@talad/contracts/anvil'
import { deployContracts } from '@talad/contracts/deploy'
import { personKeys, personOf } from '@talad/demo/people'
import { Contract, computeAddress, formatUnits, JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, chooseKeys } from '../src/chain.ts'
import { giveCoins } from '../src/seed/coins.ts'

let chain: Chain
let provider: JsonRpcProvider
beforeAll(async () => {
  const anvil = await startAnvil()
  const keys = chooseKeys({})
  const { rpcUrl } = anvil
  const deployment = await deployContracts({
    rpcUrl,
    deployerKey: keys.deployer,
    relayers: [{ address: keys.treasury }],
    treasury: keys.treasury,
  })
  provider = new JsonRpcProvider(rpcUrl, undefined, { cacheTimeout: -1, batchMaxCount: 1 })
  const stop = async () => {
    provider.destroy()
    await anvil.stop()
  }
  chain = { rpcUrl, deployment, collections: [], keys, stop }
}, 120_000)
afterAll(() => chain?.stop())

const tokenAt = (address: string) => new Contract(address, abi, provider)
const wallets = personKeys.map((key) => computeAddress(personOf(key).privateKey))

/** What each person has of a token, in whole units. */
async function balances(address: string): Promise<string[]> {
  const token = tokenAt(address)
  const decimals: bigint = await token.getFunction('decimals')()
  const raw = await Promise.all(wallets.map((owner) => token.getFunction('balanceOf')(owner)))
  return raw.map((amount: bigint) => formatUnits(amount, decimals))
}

test('everybody gets tokens to trade with, and no second time', async () => {
  const { thbk, hthb, hthb2, wrappedJfin } = chain.deployment
  await giveCoins(chain)
  for (const token of [thbk, hthb, hthb2])
    expect(new Set(await balances(token))).toEqual(new Set(['50000.0']))
  expect(new Set(await balances(wrappedJfin))).toEqual(new Set(['500.0']))
  const [first, second] = personKeys
  if (!first || !second) throw new Error('there are no people')
  const giver = new Wallet(personOf(first).privateKey, provider)
  const transfer = tokenAt(thbk).connect(giver).getFunction('transfer')
  await (await transfer(wallets[1], 1_000_000n)).wait()
  await giveCoins(chain)
  expect((await balances(thbk)).slice(0, 2)).toEqual(['49999.0', '50001.0'])
}, 120_000)
