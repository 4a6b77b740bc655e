import { Contract, concat, Interface, type InterfaceAbi, ZeroAddress } from 'ethers'
import * as collectionFactory from '../abi/CollectionFactory.ts'
import * as conduitController from '../abi/ConduitController.ts'
import * as mintableToken from '../abi/MintableToken.ts'
import * as nameRegistry from '../abi/NameRegistry.ts'
import * as pointToken from '../abi/PointToken.ts'
import * as relayerZone from '../abi/RelayerZone.ts'
import * as seaport from '../abi/Seaport.ts'
import * as taladERC721 from '../abi/TaladERC721.ts'
import * as wrappedJfin from '../abi/WrappedJfin.ts'
import { type Session, withSession } from './chain-session.ts'
import { ensureContract, ensureDeploymentProxy } from './deployment-proxy.ts'
import { appointRelayers, approveSeaport, checkRelayers, type Relayer, supplyPoints } from './relayers.ts'

export type DeployOptions = {
  rpcUrl: string
  /** Pays, and owns every contract that has an owner. The addresses follow from it. */
  deployerKey: string
  /**
   * The accounts that may fill restricted orders and spend points, and nobody else. Those whose key is given also
   * approve Seaport to take their points.
   */
  relayers: readonly Relayer[]
  /** The accounts that deploy and mint collections of campaigns, and nobody else; those in office stay if absent. */
  minters?: readonly Relayer[]
  /** The one account that points can be paid to. Another treasury is another point token. */
  treasury: string
  log?: (line: string) => void
}

/** Addresses are lower-case. */
export type Deployment = {
  chainId: number
  seaport: string
  conduitController: string
  zone: string
  pointToken: string
  thbk: string
  hthb: string
  hthb2: string
  wrappedJfin: string
  collectionFactory: string
  /** names of wallets, as ENS has them */
  names: string
  /** No contract existed before this block: an indexer starts here. */
  deployedAtBlock: number
}

/**
 * Brings a chain to the state in which Talad can work on it: every contract deployed, the relayers in office, with
 * points to pay with. What already is as it should be is left alone, so a second run sends nothing, and a run after
 * an interrupted one does the rest.
 * Throws when the node is down, a transaction reverts, or a relayer's key isn't its own.
 */
export async function deployContracts(options: DeployOptions): Promise<Deployment> {
  const { rpcUrl, deployerKey, relayers, minters = [], treasury, log = () => {} } = options
  checkRelayers(relayers)
  if (minters.length > 0) checkRelayers(minters)
  return withSession({ rpcUrl, privateKey: deployerKey }, async (session) => {
    const deployment = await deployAll(session, treasury, log)
    await appointRelayers(session, [deployment.zone, deployment.pointToken], relayers, log)
    if (minters.length > 0) await appointRelayers(session, [deployment.collectionFactory], minters, log)
    for (const relayer of relayers) {
      await supplyPoints(session, deployment, relayer, log)
      await approveSeaport(session, deployment, relayer, log)
    }
    return deployment
  })
}

async function deployAll(
  session: Session,
  treasury: string,
  log: (line: string) => void,
): Promise<Deployment> {
  const owner = session.wallet.address
  const proxy = await ensureDeploymentProxy(session, log)
  const deploy = async (name: string, artifact: Artifact, ...args: unknown[]) => {
    const { address, created } = await ensureContract(session, proxy, initCodeOf(artifact, args))
    if (created) log(`${name} deployed at ${address}`)
    return address
  }
  const controller = await deploy('conduit controller', conduitController)
  return {
    chainId: session.chainId,
    conduitController: controller,
    seaport: await deploy('Seaport 1.5', seaport, controller),
    zone: await deploy('zone', relayerZone, owner),
    pointToken: await deploy('point token', pointToken, owner, treasury),
    thbk: await deploy('THBK', mintableToken, owner, 'THBK', 'THBK', 6),
    hthb: await deploy('HTHB', mintableToken, owner, 'HTHB', 'HTHB', 2),
    hthb2: await deploy('HTHB2', mintableToken, owner, 'HTHB2', 'HTHB2', 2),
    wrappedJfin: await deploy('wrapped JFIN', wrappedJfin),
    collectionFactory: await deploy('collection factory', collectionFactory, owner),
    names: await deploy('names', nameRegistry, owner),
    deployedAtBlock: proxy.deployedAtBlock,
  }
}

type Artifact = { abi: InterfaceAbi; bytecode: string }

function initCodeOf({ abi, bytecode }: Artifact, args: unknown[]): string {
  return concat([bytecode, Interface.from(abi).encodeDeploy(args)])
}

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
    const deployer = new Contract(factory, collectionFactory.abi, provider)
    const find = async () =>
      String(await deployer.getFunction('collectionOf')(wallet.address, salt)).toLowerCase()
    const existing = await find()
    if (existing === ZeroAddress) {
      const deploy = deployer.getFunction('deploy')
      await send(await deploy.populateTransaction(kinds[kind], name, symbol, baseUri, salt))
      return { address: await find(), created: true }
    }
    // Both kinds share what is asked of the collection here.
    const collection = new Contract(existing, taladERC721.abi, provider)
    if (!(await collection.getFunction('supportsInterface')(supportsInterfaceIds[kind]))) {
      throw new Error(`the collection at ${existing} is no ${kind}`)
    }
    if ((await collection.getFunction('baseURI')()) !== baseUri) {
      await send(await collection.getFunction('setBaseURI').populateTransaction(baseUri))
    }
    return { address: existing, created: false }
  })
}
