import * as probe from '@talad/contracts/abi/SignatureProbe'
import { askAll } from '@talad/shared/chain/client'
import type { Signed } from '@talad/shared/chain/contract-signature'
import { AbiCoder, concat, dataSlice, Interface, type JsonRpcProvider } from 'ethers'

/** How a signature ends that brings the way along by which its wallet is made. */
const MARK = '6492'.repeat(16)
const WORD = 32
const YES = `0x${'1'.padStart(2 * WORD, '0')}`
const creation = new Interface(probe.abi)

export const bringsItsWallet = (signature: string): boolean => signature.toLowerCase().endsWith(MARK)

function unwrap(signature: string): [factory: string, deployment: string, inner: string] | undefined {
  try {
    const [factory, deployment, inner] = AbiCoder.defaultAbiCoder().decode(
      ['address', 'bytes', 'bytes'],
      dataSlice(signature, 0, (signature.length - 2) / 2 - WORD),
    )
    return [String(factory), String(deployment), String(inner)]
  } catch {
    return undefined
  }
}

/**
 * ID-24: whether a wallet that isn't on the chain yet takes a signature for its own (EIP-6492): its factory makes it and
 * it is asked, in one simulation that leaves nothing behind. A wallet that has been made meanwhile is asked as it is.
 * @throws what the node throws when it can't be asked
 */
export async function wouldAccept(
  provider: JsonRpcProvider,
  { address, digest, signature }: Signed,
): Promise<boolean> {
  const brought = unwrap(signature)
  if (!brought) return false
  const [factory, deployment, inner] = brought
  const data = concat([probe.bytecode, creation.encodeDeploy([address, digest, inner, factory, deployment])])
  const [answer] = await askAll(provider, [{ method: 'eth_call', params: [{ data }, 'latest'] }])
  return answer === YES
}
