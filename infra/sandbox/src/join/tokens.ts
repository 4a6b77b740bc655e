/** Readable names of contracts, asked from the chain once each. */
import { Interface } from 'ethers'
import type { Rpc } from './rpc.ts'

const metadata = new Interface([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])

export type TokenName = { name: string; symbol: string | undefined; decimals: number | undefined }

export type TokenNames = (address: string) => Promise<TokenName | undefined>

/** @returns a look-up that answers undefined for a contract without a name or when the node is away */
export function makeTokenNames(rpc: Rpc | undefined): TokenNames {
  const known = new Map<string, TokenName>()

  async function ask(rpcCall: Rpc, address: string, field: 'name' | 'symbol' | 'decimals') {
    const data = metadata.encodeFunctionData(field)
    try {
      const answer = await rpcCall('eth_call', [{ to: address, data }, 'latest'])
      return String(metadata.decodeFunctionResult(field, answer)[0])
    } catch {
      return undefined
    }
  }

  return async (address) => {
    const kept = known.get(address.toLowerCase())
    if (kept || !rpc) return kept
    const [name, symbol, decimals] = await Promise.all([
      ask(rpc, address, 'name'),
      ask(rpc, address, 'symbol'),
      ask(rpc, address, 'decimals'),
    ])
    if (name === undefined) return undefined
    const found = { name, symbol, decimals: decimals === undefined ? undefined : Number(decimals) }
    known.set(address.toLowerCase(), found)
    return found
  }
}
