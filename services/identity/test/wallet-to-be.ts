import * as factoryCode from '@talad/contracts/abi/DeploymentProxy'
import * as walletCode from '@talad/contracts/abi/SignerWallet'
import {
  AbiCoder,
  type BytesLike,
  ContractFactory,
  concat,
  getCreate2Address,
  Interface,
  id,
  keccak256,
  type Signer,
  Wallet,
} from 'ethers'

const SALT = id('a wallet to be')
export const MARK = `0x${'6492'.repeat(16)}`

/** What makes wallets of contracts. */
export async function makeFactory(owner: Signer): Promise<string> {
  const made = await new ContractFactory(factoryCode.abi, factoryCode.bytecode, owner).deploy()
  await made.waitForDeployment()
  return String(made.target)
}

/** A wallet whose key is there and whose contract isn't yet: where it will stand, and how it is made. */
export function walletToBe(factory: string) {
  const key = Wallet.createRandom()
  const code = concat([walletCode.bytecode, new Interface(walletCode.abi).encodeDeploy([key.address])])
  return {
    key,
    address: getCreate2Address(factory, SALT, keccak256(code)),
    deployment: new Interface(factoryCode.abi).encodeFunctionData('deploy', [SALT, code]),
  }
}

/** EIP-6492: a signature that brings along how its wallet is made. */
export const wrapped = (factory: string, deployment: BytesLike, inner: BytesLike) =>
  concat([
    AbiCoder.defaultAbiCoder().encode(['address', 'bytes', 'bytes'], [factory, deployment, inner]),
    MARK,
  ])
