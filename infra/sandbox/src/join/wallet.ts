/** A Join wallet's key at work: signatures, and transactions over JSON-RPC. */
import { Interface, Wallet } from 'ethers'
import type { Rpc } from './rpc.ts'
import { domainOf, type Payload } from './wallet-payload.ts'

type Transfers = Extract<Payload, { kind: 'transfers' }>

const approvals = new Interface([
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address spender, uint256 amount)',
])

export type Transaction = { to: string; data: string; value: bigint }

/** The transaction a payload asks for; undefined when it asks for a signature, or for several. */
export function transactionOf(payload: Payload): Transaction | undefined {
  if (payload.kind === 'signature' || payload.kind === 'transfers') return undefined
  if (payload.kind === 'contract') return { to: payload.to, data: payload.data, value: BigInt(payload.value) }
  const data =
    payload.kind === 'approve-nfts'
      ? approvals.encodeFunctionData('setApprovalForAll', [payload.operator, payload.approved])
      : approvals.encodeFunctionData('approve', [payload.spender, BigInt(payload.amount)])
  return { to: payload.contract, data, value: 0n }
}

const items = new Interface([
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function supportsInterface(bytes4 id) view returns (bool)',
])
const ERC1155 = '0xd9b67a26'

/** What asks a contract, as `eth_call`. */
type Asking = (to: string, data: string) => Promise<string>

async function transferOf({ from }: Transfers, transfer: Transfers['transfers'][number], ask: Asking) {
  const { contract, tokenId, amount, to } = transfer
  const answer = await ask(contract, items.encodeFunctionData('supportsInterface', [ERC1155]))
  const isMulti = items.decodeFunctionResult('supportsInterface', answer)[0] === true
  const data = isMulti
    ? items.encodeFunctionData('safeTransferFrom(address,address,uint256,uint256,bytes)', [
        ...[from, to, tokenId, amount, '0x'],
      ])
    : items.encodeFunctionData('safeTransferFrom(address,address,uint256)', [from, to, tokenId])
  return { to: contract, data, value: 0n }
}

/**
 * Signs typed data (EIP-712) or a text (EIP-191).
 * @returns 65 bytes, hex
 * @throws when the payload asks for a transaction
 */
export async function sign(privateKey: string, payload: Payload): Promise<string> {
  const wallet = new Wallet(privateKey)
  if ('typedData' in payload) {
    const { typedData } = payload
    return wallet.signTypedData(domainOf(typedData), typedData.types, typedData.message)
  }
  if ('message' in payload) return wallet.signMessage(payload.message)
  throw new Error(`${payload.kind} is not a signature`)
}

/**
 * Makes what sends items: each in a transaction of its own, after what its contract says that it is of.
 * @returns for each the hash, or why the chain refused it
 */
export function makeTransfers(rpc: Rpc | undefined, send: ReturnType<typeof makeSender>) {
  const ask: Asking = (to, data) =>
    rpc ? rpc('eth_call', [{ to, data }, 'latest']) : Promise.reject(new Error('there is no rpcUrl'))
  return (privateKey: string, payload: Transfers): Promise<Sent[]> =>
    Promise.all(
      payload.transfers.map((transfer) =>
        transferOf(payload, transfer, ask)
          .then((transaction) => send(privateKey, transaction))
          .then(
            (txHash) => ({ txHash }),
            (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
          ),
      ),
    )
}
export type Sent = { txHash: string } | { error: string }

/**
 * Makes the sender of transactions. One key's transactions go one after the other, so that nonces never collide.
 * @returns a function from key and transaction to the hash, once the node has taken it
 */
export function makeSender(rpc: Rpc | undefined) {
  const last = new Map<string, Promise<unknown>>()
  return (privateKey: string, transaction: Transaction): Promise<string> => {
    if (!rpc) return Promise.reject(new Error('The sandbox was started without rpcUrl'))
    const before = last.get(privateKey) ?? Promise.resolve()
    const work = before.catch(() => {}).then(() => sendOne(rpc, new Wallet(privateKey), transaction))
    last.set(privateKey, work)
    return work
  }
}

async function sendOne(rpc: Rpc, wallet: Wallet, { to, data, value }: Transaction): Promise<string> {
  const call = { from: wallet.address, to, data, value: `0x${value.toString(16)}` }
  const [chainId, nonce, gas, gasPrice] = await Promise.all([
    rpc('eth_chainId', []),
    rpc('eth_getTransactionCount', [wallet.address, 'pending']),
    rpc('eth_estimateGas', [call]),
    rpc('eth_gasPrice', []),
  ])
  const signed = await wallet.signTransaction({
    type: 0,
    to,
    data,
    value,
    chainId: BigInt(chainId),
    nonce: Number(nonce),
    gasLimit: (BigInt(gas) * 12n) / 10n,
    // Twice the current price outlives a rise of the base fee between asking and mining.
    gasPrice: BigInt(gasPrice) * 2n,
  })
  return rpc('eth_sendRawTransaction', [signed])
}
