import { abi } from '@talad/contracts/abi/NameRegistry'
import { personKeys, personOf } from '@talad/demo/people'
import { Contract, computeAddress, Interface, namehash } from 'ethers'
import type { Chain } from '../chain.ts'
import { connect, sendAll } from './send.ts'

const face = new Interface(abi)

/** Gives the demonstration people names on the chain, such as seller.talad; names that stand are left alone. */
export async function giveNames(chain: Chain): Promise<void> {
  const provider = connect(chain)
  const { names: to } = chain.deployment
  try {
    const registry = new Contract(to, abi, provider)
    const missing = []
    for (const key of personKeys) {
      const [name, whose] = [`${key}.talad`, computeAddress(personOf(key).privateKey)]
      const reverse = namehash(`${whose.slice(2).toLowerCase()}.addr.reverse`)
      if ((await registry.getFunction('name')(reverse)) === name) continue
      for (const data of [
        face.encodeFunctionData('setAddr', [namehash(name), whose]),
        face.encodeFunctionData('setName', [reverse, name]),
      ])
        missing.push({ to, data, gasLimit: 200_000n })
    }
    await sendAll(provider, chain.keys.deployer, missing)
  } finally {
    provider.destroy()
  }
}
