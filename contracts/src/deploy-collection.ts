import { Contract, ZeroAddress } from 'ethers'
import { abi as factoryAbi } from '../abi/CollectionFactory.ts'
import { abi as collectionAbi } from '../abi/TaladERC721.ts'
import { withSession } from './chain-session.ts'

export type CollectionOptions = {
  rpcUrl: string
  /** Becomes the owner, who mints. */
  deployerKey: string
  /** `collectionFactory` of the deployment. */
  factory: string
  kind: 'erc721' | 'erc1155'
  name: string
  symbol: string
  /** Ends with a slash: metadata is at `<baseUri><id>.json`, the collection's at `<baseUri>contract.json`. */
  baseUri: string
  /** 32 bytes (0x…). Names the collection among those of its owner. */
  salt: string
}

export type DeployedCollection = {
  /** Lower-case. */
  address: string
  /** Whether this call deployed it. */
  created: boolean
}

const kinds = { erc721: 0, erc1155: 1 } as const

const supportsInterfaceIds = { erc721: '0x80ac58cd', erc1155: '0xd9b67a26' } as const

/**
 * Makes sure that the collection of this owner and salt stands and finds its metadata at `baseUri`; name, symbol
 * and kind are fixed by the first call. Throws when it exists as the other kind, or a transaction reverts.
 */
export async function deployCollection(options: CollectionOptions): Promise<DeployedCollection> {
  const { rpcUrl, deployerKey, factory, kind, name, symbol, baseUri, salt } = options
  return withSession({ rpcUrl, privateKey: deployerKey }, async ({ provider, wallet, send }) => {
    const deployer = new Contract(factory, factoryAbi, provider)
    const find = async () =>
      String(await deployer.getFunction('collectionOf')(wallet.address, salt)).toLowerCase()
    const existing = await find()
    if (existing === ZeroAddress) {
      const deploy = deployer.getFunction('deploy')
      await send(await deploy.populateTransaction(kinds[kind], name, symbol, baseUri, salt))
      return { address: await find(), created: true }
    }
    // Both kinds share what is asked of the collection here.
    const collection = new Contract(existing, collectionAbi, provider)
    if (!(await collection.getFunction('supportsInterface')(supportsInterfaceIds[kind]))) {
      throw new Error(`the collection at ${existing} is no ${kind}`)
    }
    if ((await collection.getFunction('baseURI')()) !== baseUri) {
      await send(await collection.getFunction('setBaseURI').populateTransaction(baseUri))
    }
    return { address: existing, created: false }
  })
}
