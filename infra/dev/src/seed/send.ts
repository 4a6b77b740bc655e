import { JsonRpcProvider, type TransactionRequest, Wallet } from 'ethers'
import type { Chain } from '../chain.ts'

const MINED_IN_MS = 60_000

/** Sends a key's transactions one after the other without waiting in between, then waits for all. */
export async function sendAll(provider: JsonRpcProvider, privateKey: string, requests: TransactionRequest[]) {
  if (requests.length === 0) return
  const wallet = new Wallet(privateKey, provider)
  let nonce = await provider.getTransactionCount(wallet.address, 'pending')
  const sent = []
  for (const request of requests) sent.push(await wallet.sendTransaction({ ...request, nonce: nonce++ }))
  await Promise.all(sent.map((transaction) => transaction.wait(1, MINED_IN_MS)))
}

/** The chain, for whoever ends with `destroy()`. */
export function connect(chain: Chain): JsonRpcProvider {
  const provider = new JsonRpcProvider(chain.rpcUrl, chain.deployment.chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
  })
  provider.pollingInterval = 100
  return provider
}
