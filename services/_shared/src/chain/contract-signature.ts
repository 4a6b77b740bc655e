import { Interface, type JsonRpcProvider } from 'ethers'
import { callContract } from './client.ts'

const eip1271 = new Interface([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
/** A whole word, as Solidity returns it. */
const ACCEPTED = '0x1626ba7e'.padEnd(66, '0')

/** What somebody is said to have signed. */
export type Signed = {
  /** lower case; one without code accepts nothing */
  address: string
  /** what was signed, 0x and 64 hex digits */
  digest: string
  signature: string
}

/**
 * Whether a wallet that is a contract takes a signature for its own (EIP-1271), as the newest block has it.
 * @throws what the node throws when it can't be asked
 */
export async function acceptsSignature(
  provider: JsonRpcProvider,
  { address, digest, signature }: Signed,
): Promise<boolean> {
  const data = eip1271.encodeFunctionData('isValidSignature', [digest, signature])
  return (await callContract(provider, { to: address, data }))?.toLowerCase() === ACCEPTED
}
