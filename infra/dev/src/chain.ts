import { join } from 'node:path'
import { anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { type Deployment, deployCollection, deployContracts } from '@talad/contracts/deploy'
import { type CollectionKey, collections } from '@talad/demo/collections'
import { bilingual } from '@talad/demo/token'
import { computeAddress, id } from 'ethers'
import { keepMining } from './mining.ts'

/** A demonstration collection where it stands. */
export type DeployedCollection = {
  key: CollectionKey
  /** lower case */
  address: string
  type: 'erc721' | 'erc1155'
  slug: string
  name: string
}

export type Chain = {
  rpcUrl: string
  deployment: Deployment
  collections: readonly DeployedCollection[]
  keys: Keys
  stop(): Promise<void>
}

/** Private keys of those who work for the marketplace, and the address that points are paid to. */
export type Keys = {
  deployer: string
  relayers: readonly string[]
  /** who mint for campaigns */
  minters: readonly string[]
  treasury: string
}

export type ChainOptions = {
  /** a chain that runs already; absent: an embedded one */
  rpcUrl?: string | undefined
  /** of the embedded one */
  port: number
  folder: string
  keys: Keys
  /** blocks that a transaction is waited for, its own included */
  confirmations: number
}

const CHAIN_ID = 3501
const RELAYERS = [1, 8]
const MINTERS = [7]

/** Keys of the public mnemonic of anvil, unless others are given. Numbers 2 to 6 are the demonstration people. */
export function chooseKeys(given: {
  deployer?: string | undefined
  relayers?: readonly string[] | undefined
  minters?: readonly string[] | undefined
}): Keys {
  const [deployer, treasury] = [anvilAccounts[0], anvilAccounts[9]]
  if (!deployer || !treasury) throw new Error('anvil has ten accounts')
  return {
    deployer: given.deployer ?? deployer.privateKey,
    relayers: given.relayers ?? RELAYERS.flatMap((index) => anvilAccounts[index]?.privateKey ?? []),
    minters: given.minters ?? MINTERS.flatMap((index) => anvilAccounts[index]?.privateKey ?? []),
    treasury: treasury.address,
  }
}

/**
 * Brings up the chain with all contracts on it. What stands already is left alone.
 * @throws Error that says what to do
 */
export async function startChain(options: ChainOptions): Promise<Chain> {
  const embedded = options.rpcUrl === undefined ? await startEmbedded(options) : undefined
  const rpcUrl = options.rpcUrl ?? embedded?.rpcUrl ?? ''
  try {
    const { keys } = options
    const accountOf = (privateKey: string) => ({ address: computeAddress(privateKey), privateKey })
    const deployment = await deployContracts({
      rpcUrl,
      deployerKey: keys.deployer,
      relayers: keys.relayers.map(accountOf),
      minters: keys.minters.map(accountOf),
      treasury: keys.treasury,
    })
    const standing = await deployCollections(rpcUrl, keys.deployer, deployment.collectionFactory)
    const stop = async () => embedded?.stop()
    return { rpcUrl, deployment, collections: standing, keys, stop }
  } catch (cause) {
    await embedded?.stop()
    throw explain(rpcUrl, embedded !== undefined, cause)
  }
}

async function startEmbedded({ port, folder, confirmations }: ChainOptions) {
  const anvil = await startAnvil({ port, chainId: CHAIN_ID, statePath: join(folder, 'chain.json') })
  const stopMining = keepMining({ rpcUrl: anvil.rpcUrl, confirmations })
  return {
    rpcUrl: anvil.rpcUrl,
    async stop() {
      await stopMining()
      await anvil.stop()
    },
  }
}

async function deployCollections(rpcUrl: string, deployerKey: string, factory: string) {
  const standing: DeployedCollection[] = []
  for (const { key, kind, slug, symbol, cid, ...labels } of collections) {
    const name = bilingual(labels.name)
    const salt = id(`talad demonstration ${key}`)
    const baseUri = `ipfs://${cid}/`
    const { address } = await deployCollection({
      rpcUrl,
      deployerKey,
      factory,
      kind,
      name,
      symbol,
      baseUri,
      salt,
    })
    standing.push({ key, address, type: kind, slug, name })
  }
  return standing
}

function explain(rpcUrl: string, embedded: boolean, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  const advice = embedded
    ? 'The embedded chain did not take the contracts. Removing the data folder begins anew.'
    : `Is there a development chain at ${rpcUrl}, and does the deployer (TALAD_DEPLOYER_KEY) have coins on it?`
  return new Error(`The contracts could not be deployed: ${why}\n${advice}`, { cause })
}
