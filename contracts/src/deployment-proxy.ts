import { concat, getCreate2Address, getCreateAddress, Interface, keccak256, toUtf8Bytes } from 'ethers'
import { abi, bytecode } from '../abi/DeploymentProxy.ts'
import { hasCode, makeSender, type Session, settle } from './chain-session.ts'

const proxyInterface = new Interface(abi)

// Changing it would deploy everything anew.
const SALT = keccak256(toUtf8Bytes('talad'))

export type DeploymentProxy = { address: string; deployedAtBlock: number }

/**
 * Finds or makes the contract through which a key deploys. Its own address must not depend on what the key did
 * before, so it is the first transaction of a key that is derived for this alone and used once.
 */
export async function ensureDeploymentProxy(
  session: Session,
  log: (line: string) => void,
): Promise<DeploymentProxy> {
  const { provider, wallet } = session
  const oneTimeKey = keccak256(concat([wallet.privateKey, toUtf8Bytes('talad deployment proxy')]))
  const oneTime = makeSender(provider, oneTimeKey)
  const from = oneTime.wallet.address
  const address = getCreateAddress({ from, nonce: 0 })
  await settle(provider, from)
  if (!(await hasCode(provider, address))) {
    const gasLimit = await provider.estimateGas({ from: wallet.address, data: bytecode })
    const { maxFeePerGas, gasPrice } = await provider.getFeeData()
    const needed = gasLimit * (maxFeePerGas ?? gasPrice ?? 0n) * 2n // the fee may rise until the next block
    const missing = needed - (await provider.getBalance(from))
    if (missing > 0n) {
      await session.send({ to: from, value: missing })
      log(`deployment of the proxy paid for with ${missing} wei`)
    }
    await oneTime.send({ data: bytecode, gasLimit, nonce: 0 })
    log(`deployment proxy deployed at ${address}`)
  }
  const answer = await provider.call({
    to: address,
    data: proxyInterface.encodeFunctionData('deployedAtBlock'),
  })
  const [block] = proxyInterface.decodeFunctionResult('deployedAtBlock', answer)
  return { address, deployedAtBlock: Number(block) }
}

/** Makes sure that a contract stands; returns its lower-case address, which follows from proxy and code. */
export async function ensureContract(
  session: Session,
  proxy: DeploymentProxy,
  initCode: string,
): Promise<{ address: string; created: boolean }> {
  const address = getCreate2Address(proxy.address, SALT, keccak256(initCode)).toLowerCase()
  if (await hasCode(session.provider, address)) return { address, created: false }
  const data = proxyInterface.encodeFunctionData('deploy', [SALT, initCode])
  await session.send({ to: proxy.address, data })
  return { address, created: true }
}
