import { setTimeout as delay } from 'node:timers/promises'
import { JsonRpcProvider, Network, type TransactionRequest, Wallet } from 'ethers'
import { callRpc } from './rpc.ts'

/** A key at work on one chain, one transaction after the other. */
export type Session = {
  chainId: number
  provider: JsonRpcProvider
  wallet: Wallet
  /** Sends and waits for the receipt; throws when it reverts or isn't mined in two minutes. */
  send: (request: TransactionRequest) => Promise<void>
}

const POLL_MS = 50
const MINED_IN_MS = 120_000

/**
 * Runs `work` with a key on a chain and closes the connection after it.
 * Waits first until what the key sent in an earlier, interrupted run is mined, so that nothing is sent twice.
 * Throws at once when the node doesn't answer.
 */
export async function withSession<T>(
  { rpcUrl, privateKey }: { rpcUrl: string; privateKey: string },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const chainId = Number(await callRpc(rpcUrl, 'eth_chainId', []))
  const network = Network.from(chainId)
  // ethers would answer repeated questions from memory for a quarter of a second: too old for nonces.
  const provider = new JsonRpcProvider(rpcUrl, network, {
    staticNetwork: network,
    cacheTimeout: -1,
    batchMaxCount: 1,
  })
  provider.pollingInterval = POLL_MS
  try {
    const session = { chainId, provider, ...makeSender(provider, privateKey) }
    await settle(provider, session.wallet.address)
    return await work(session)
  } finally {
    provider.destroy()
  }
}

/** A sender for a second key over the same connection. */
export function makeSender(provider: JsonRpcProvider, privateKey: string): Pick<Session, 'wallet' | 'send'> {
  const wallet = new Wallet(privateKey, provider)
  const send = async (request: TransactionRequest) => {
    const transaction = await wallet.sendTransaction(request)
    await transaction.wait(1, MINED_IN_MS)
  }
  return { wallet, send }
}

/** Waits until an account has no transaction in the node's pool. */
export async function settle(provider: JsonRpcProvider, address: string): Promise<void> {
  const deadline = performance.now() + MINED_IN_MS
  for (;;) {
    const mined = await provider.getTransactionCount(address, 'latest')
    if ((await provider.getTransactionCount(address, 'pending')) <= mined) return
    if (performance.now() > deadline) throw new Error(`transactions of ${address} are not being mined`)
    await delay(POLL_MS)
  }
}

/** Whether a contract stands at an address. */
export async function hasCode(provider: JsonRpcProvider, address: string): Promise<boolean> {
  return (await provider.getCode(address)) !== '0x'
}
