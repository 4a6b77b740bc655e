import * as mintable from '@talad/contracts/abi/MintableToken'
import * as wrapped from '@talad/contracts/abi/WrappedJfin'
import { personKeys, personOf } from '@talad/demo/people'
import { Contract, computeAddress, Interface, type JsonRpcProvider, parseUnits } from 'ethers'
import type { Chain } from '../chain.ts'
import { connect, sendAll } from './send.ts'

/** What everybody has of each token at first, in whole units. */
const BAHT = '50000'
const JFIN = '500'

const faces = { mintable: new Interface(mintable.abi), wrapped: new Interface(wrapped.abi) }
const wallets = personKeys.map((key) => personOf(key).privateKey)

/** Whether somebody has never had any: what they have spent isn't given again. */
async function isNew(provider: JsonRpcProvider, token: string, owner: string): Promise<boolean> {
  return (await new Contract(token, mintable.abi, provider).getFunction('balanceOf')(owner)) === 0n
}

async function mintBaht(provider: JsonRpcProvider, { deployment, keys }: Chain): Promise<void> {
  const { thbk, hthb, hthb2 } = deployment
  const missing = []
  for (const [token, decimals] of [[thbk, 6] as const, [hthb, 2] as const, [hthb2, 2] as const]) {
    for (const owner of wallets.map(computeAddress)) {
      if (!(await isNew(provider, token, owner))) continue
      const data = faces.mintable.encodeFunctionData('mint', [owner, parseUnits(BAHT, decimals)])
      missing.push({ to: token, data, gasLimit: 200_000n })
    }
  }
  await sendAll(provider, keys.deployer, missing)
}

/** Everybody wraps coins of their own. */
async function wrapJfin(provider: JsonRpcProvider, { deployment: { wrappedJfin } }: Chain): Promise<void> {
  const data = faces.wrapped.encodeFunctionData('deposit')
  await Promise.all(
    wallets.map(async (key) => {
      const due = await isNew(provider, wrappedJfin, computeAddress(key))
      const deposit = { to: wrappedJfin, data, value: parseUnits(JFIN, 18), gasLimit: 200_000n }
      await sendAll(provider, key, due ? [deposit] : [])
    }),
  )
}

/** Gives the demonstration people tokens to offer and buy with. Continues where it was cut. */
export async function giveCoins(chain: Chain): Promise<void> {
  const provider = connect(chain)
  try {
    await mintBaht(provider, chain)
    await wrapJfin(provider, chain)
  } finally {
    provider.destroy()
  }
}
