import { Contract, computeAddress, concat, Interface, type InterfaceAbi, MaxUint256 } from 'ethers'
import * as collectionFactory from '../abi/CollectionFactory.ts'
import * as conduitController from '../abi/ConduitController.ts'
import * as mintableToken from '../abi/MintableToken.ts'
import * as pointToken from '../abi/PointToken.ts'
import * as relayerZone from '../abi/RelayerZone.ts'
import * as seaport from '../abi/Seaport.ts'
import * as wrappedJfin from '../abi/WrappedJfin.ts'
import { makeSender, type Session, withSession } from './chain-session.ts'
import { ensureContract, ensureDeploymentProxy } from './deployment-proxy.ts'

export type DeployOptions = {
  rpcUrl: string
  /** Pays, and owns every contract that has an owner. The addresses follow from it. */
  deployerKey: string
  /** The one account that may fill restricted orders and spend points. */
  relayer: string
  /** When given, the relayer also approves Seaport to take its points. */
  relayerKey?: string
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
  /** No contract existed before this block: an indexer starts here. */
  deployedAtBlock: number
}

/** In satang. Five billion sales at the highest price allowed. */
const PLENTY_OF_POINTS = 10n ** 18n

/**
 * Brings a chain to the state in which Talad can work on it: every contract deployed, the relayer in office, with
 * points to pay with. What already is as it should be is left alone, so a second run sends nothing, and a run after
 * an interrupted one does the rest.
 * Throws when the node is down, a transaction reverts, or `relayerKey` isn't the relayer's.
 */
export async function deployContracts(options: DeployOptions): Promise<Deployment> {
  const { rpcUrl, deployerKey, relayer, relayerKey, treasury, log = () => {} } = options
  if (relayerKey !== undefined && !sameAddress(computeAddress(relayerKey), relayer)) {
    throw new Error(`relayerKey is not the key of ${relayer}`)
  }
  return withSession({ rpcUrl, privateKey: deployerKey }, async (session) => {
    const deployment = await deployAll(session, treasury, log)
    await appointRelayer(session, deployment, relayer, log)
    if (relayerKey !== undefined) await approveSeaport(session, deployment, relayerKey, log)
    return deployment
  })
}

async function deployAll(
  session: Session,
  treasury: string,
  log: (line: string) => void,
): Promise<Deployment> {
  const owner = session.wallet.address
  const proxy = await ensureDeploymentProxy(session)
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
    collectionFactory: await deploy('collection factory', collectionFactory),
    deployedAtBlock: proxy.deployedAtBlock,
  }
}

type Artifact = { abi: InterfaceAbi; bytecode: string }

function initCodeOf({ abi, bytecode }: Artifact, args: unknown[]): string {
  return concat([bytecode, Interface.from(abi).encodeDeploy(args)])
}

async function appointRelayer(
  session: Session,
  { zone, pointToken: points }: Deployment,
  relayer: string,
  log: (line: string) => void,
): Promise<void> {
  for (const [address, abi] of [
    [zone, relayerZone.abi],
    [points, pointToken.abi],
  ] as const) {
    const contract = new Contract(address, abi, session.provider)
    if (sameAddress(String(await contract.getFunction('relayer')()), relayer)) continue
    await session.send(await contract.getFunction('setRelayer').populateTransaction(relayer))
    log(`${relayer} is the relayer of ${address}`)
  }
  const token = new Contract(points, pointToken.abi, session.provider)
  const held = BigInt(await token.getFunction('balanceOf')(relayer))
  if (held >= PLENTY_OF_POINTS / 2n) return
  await session.send(await token.getFunction('mint').populateTransaction(PLENTY_OF_POINTS))
  log('points minted to the relayer')
}

async function approveSeaport(
  { provider }: Session,
  { pointToken: points, seaport: spender }: Deployment,
  relayerKey: string,
  log: (line: string) => void,
): Promise<void> {
  const relayer = makeSender(provider, relayerKey)
  const token = new Contract(points, pointToken.abi, provider)
  const allowed = BigInt(await token.getFunction('allowance')(relayer.wallet.address, spender))
  if (allowed === MaxUint256) return // an unlimited allowance does not shrink
  await relayer.send(await token.getFunction('approve').populateTransaction(spender, MaxUint256))
  log('Seaport may take the relayer’s points')
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
