import { callContract } from '@talad/shared/chain/client'
import {
  concat,
  Interface,
  id,
  isError,
  type JsonRpcProvider,
  keccak256,
  ZeroAddress,
  ZeroHash,
} from 'ethers'
import { z } from 'zod'
import { normalName } from './normal-name.ts'

/** EIP-137, EIP-181: what a registry and the resolvers of its names are asked. */
const face = new Interface([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
])

type Chain = { provider: JsonRpcProvider; registry: string }
type Question = 'resolver' | 'addr' | 'name'

export const nodeOf = (name: string): string =>
  name.split('.').reduceRight((node, label) => keccak256(concat([node, id(label)])), ZeroHash)

export const reverseNodeOf = (address: string): string => nodeOf(`${address.slice(2)}.addr.reverse`)

/** Resolvers are contracts of strangers: what none should answer is no answer. */
async function ask(chain: Chain, to: string, question: Question, node: string): Promise<string | undefined> {
  const data = face.encodeFunctionData(question, [node])
  const answer = await callContract(chain.provider, { to, data })
  if (answer === undefined) return undefined
  try {
    return z.string().parse(face.decodeFunctionResult(question, answer)[0])
  } catch (error) {
    if (isError(error, 'BAD_DATA') || isError(error, 'INVALID_ARGUMENT') || error instanceof z.ZodError)
      return undefined
    throw error
  }
}

async function resolve(chain: Chain, question: 'addr' | 'name', node: string): Promise<string | undefined> {
  const resolver = await ask(chain, chain.registry, 'resolver', node)
  if (resolver === undefined || resolver === ZeroAddress) return undefined
  return ask(chain, resolver, question, node)
}

/**
 * @param name as ENSIP-15 writes it
 * @returns lower case; undefined where it stands for nobody
 * @throws what the node throws when it can't be asked
 */
export async function addressOf(chain: Chain, name: string): Promise<string | undefined> {
  const found = await resolve(chain, 'addr', nodeOf(name))
  return found === undefined || found === ZeroAddress ? undefined : found.toLowerCase()
}

/**
 * ID-40: what a wallet calls itself by, if it is written as ENSIP-15 writes it and leads back to the wallet.
 * @param address lower case
 * @throws what the node throws when it can't be asked
 */
export async function nameOf(chain: Chain, address: string): Promise<string | undefined> {
  const name = await resolve(chain, 'name', reverseNodeOf(address))
  if (name === undefined || normalName(name) !== name) return undefined
  return (await addressOf(chain, name)) === address ? name : undefined
}
