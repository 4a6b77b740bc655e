import * as collectionErc721 from '@talad/contracts/abi/TaladERC721'
import * as collectionErc1155 from '@talad/contracts/abi/TaladERC1155'
import { personOf } from '@talad/demo/people'
import { type Holding, holdings } from '@talad/demo/plan'
import { Contract, computeAddress, Interface, type JsonRpcProvider, type TransactionRequest } from 'ethers'
import { z } from 'zod'
import type { Chain } from '../chain.ts'
import { connect, sendAll } from './send.ts'

const abis = { erc721: collectionErc721.abi, erc1155: collectionErc1155.abi }
const ZERO = '0x0000000000000000000000000000000000000000'

/** A minted piece: who got how many of which token. */
const mintedKey = (to: string, tokenId: bigint) => `${to.toLowerCase()} ${tokenId}`

const erc721Args = z.tuple([z.string(), z.string(), z.bigint()])
const erc1155Args = z.tuple([z.string(), z.string(), z.string(), z.bigint(), z.bigint()])

async function alreadyMinted(
  provider: JsonRpcProvider,
  chain: Chain,
  address: string,
  type: 'erc721' | 'erc1155',
) {
  const contract = new Contract(address, abis[type], provider)
  const name = type === 'erc721' ? 'Transfer' : 'TransferSingle'
  const { filters } = contract
  const filter = type === 'erc721' ? filters[name]?.(ZERO) : filters[name]?.(null, ZERO)
  if (!filter) throw new Error(`the collection has no event ${name}`)
  const logs = await contract.queryFilter(filter, chain.deployment.deployedAtBlock)
  const face = new Interface(abis[type])
  return new Set(
    logs.map(({ topics, data }) => {
      const args = face.decodeEventLog(name, data, topics).toArray()
      if (type === 'erc721') {
        const [, to, tokenId] = erc721Args.parse(args)
        return mintedKey(to, tokenId)
      }
      const [, , to, tokenId] = erc1155Args.parse(args)
      return mintedKey(to, tokenId)
    }),
  )
}

/**
 * Gives the demonstration people what they hold: mints what was not minted before.
 * @returns how many mints were missing
 */
export async function mintHoldings(chain: Chain): Promise<number> {
  const provider = connect(chain)
  try {
    const missing: TransactionRequest[] = []
    for (const { key, address, type } of chain.collections) {
      const minted = await alreadyMinted(provider, chain, address, type)
      const planned = holdings.filter((holding) => holding.collection === key)
      const open = planned.filter(
        ({ owner, tokenId }) => !minted.has(mintedKey(addressOf(owner), BigInt(tokenId))),
      )
      missing.push(
        ...open.map((holding) => ({ to: address, data: mintData(type, holding), gasLimit: 300_000n })),
      )
    }
    await sendAll(provider, chain.keys.deployer, missing)
    return missing.length
  } finally {
    provider.destroy()
  }
}

function mintData(type: 'erc721' | 'erc1155', { owner, tokenId, quantity }: Holding): string {
  const to = addressOf(owner)
  const args = type === 'erc721' ? [to, tokenId] : [to, tokenId, quantity]
  return new Interface(abis[type]).encodeFunctionData('mint', args)
}

function addressOf(owner: Holding['owner']): string {
  return computeAddress(personOf(owner).privateKey)
}

/** Lets Seaport move what a person sells from these collections; approvals that stand are left alone. */
export async function approveSeaport(chain: Chain, privateKey: string, collections: readonly string[]) {
  const provider = connect(chain)
  try {
    const { seaport } = chain.deployment
    const owner = computeAddress(privateKey)
    const missing: TransactionRequest[] = []
    for (const address of collections) {
      const contract = new Contract(address, abis.erc721, provider) // both kinds share these calls
      if (await contract.getFunction('isApprovedForAll')(owner, seaport)) continue
      missing.push(await contract.getFunction('setApprovalForAll').populateTransaction(seaport, true))
    }
    await sendAll(provider, privateKey, missing)
  } finally {
    provider.destroy()
  }
}
