import type { OrderParameters } from '@talad/proto/http/order-book/seaport'
import { ZERO_HASH } from '@talad/proto/http/order-book/seaport'
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  getAddress,
  http,
  parseAbi,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Transfer } from '../market/trading/signer.ts'
import { hex, typedComponents, typedOrder } from './typed-order.ts'

const items = [
  'struct OfferItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; }',
  'struct ConsiderationItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct CriteriaResolver { uint256 orderIndex; uint8 side; uint256 index; uint256 identifier; bytes32[] criteriaProof; }',
] as const
const frame =
  'address offerer; address zone; OfferItem[] offer; ConsiderationItem[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey'
const seaportAbi = parseAbi([
  ...items,
  `struct OrderParameters { ${frame}; uint256 totalOriginalConsiderationItems; }`,
  `struct OrderComponents { ${frame}; uint256 counter; }`,
  'struct AdvancedOrder { OrderParameters parameters; uint120 numerator; uint120 denominator; bytes signature; bytes extraData; }',
  'function fulfillAdvancedOrder(AdvancedOrder advancedOrder, CriteriaResolver[] criteriaResolvers, bytes32 fulfillerConduitKey, address recipient) payable returns (bool)',
  'function cancel(OrderComponents[] orders) returns (bool)',
])
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
])
const collectionAbi = parseAbi([
  'function setApprovalForAll(address operator, bool approved)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])
const oneAbi = parseAbi(['function safeTransferFrom(address from, address to, uint256 tokenId)'])
const manyAbi = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

function clientOf(rpcUrl: string) {
  return createPublicClient({
    transport: http(new URL(rpcUrl, window.location.origin).href),
    pollingInterval: 1_000,
  })
}

export type Transaction = { to: string; data: string }
export type Approvals = { balance: bigint; allowance: bigint; collection: boolean }

/** What a wallet has of a token, and what it lets Seaport take of that and of a collection. */
export async function readApprovals(
  rpcUrl: string,
  ask: { wallet: string; seaport: string; token: string; collection: string },
): Promise<Approvals> {
  const client = clientOf(rpcUrl)
  const [owner, operator] = [getAddress(ask.wallet), getAddress(ask.seaport)]
  const token = { address: getAddress(ask.token), abi: tokenAbi } as const
  const [balance, allowance, collection] = await Promise.all([
    client.readContract({ ...token, functionName: 'balanceOf', args: [owner] }),
    client.readContract({ ...token, functionName: 'allowance', args: [owner, operator] }),
    client.readContract({
      address: getAddress(ask.collection),
      abi: collectionAbi,
      functionName: 'isApprovedForAll',
      args: [owner, operator],
    }),
  ])
  return { balance, allowance, collection }
}

/** What a wallet has of the chain's own coin, and of each of some tokens in their order. */
export async function readBalances(
  rpcUrl: string,
  wallet: string,
  tokens: readonly string[],
): Promise<{ coin: bigint; tokens: bigint[] }> {
  const client = clientOf(rpcUrl)
  const owner = getAddress(wallet)
  const [coin, ...held] = await Promise.all([
    client.getBalance({ address: owner }),
    ...tokens.map((token) =>
      client.readContract({
        address: getAddress(token),
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [owner],
      }),
    ),
  ])
  return { coin, tokens: held }
}

export function approveTokenCall(token: string, spender: string, amount: bigint): Transaction {
  const args = [getAddress(spender), amount] as const
  return { to: token, data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args }) }
}

export function approveCollectionCall(collection: string, operator: string, approved: boolean): Transaction {
  const args = [getAddress(operator), approved] as const
  const data = encodeFunctionData({ abi: collectionAbi, functionName: 'setApprovalForAll', args })
  return { to: collection, data }
}

const divisorOf = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisorOf(b, a % b))

export type Signed = { parameters: OrderParameters; signature: string }

/** Fills `units` of `total` of a signed order; what it offers goes to `recipient`, the zero address means the sender. */
export function fulfilCall(
  seaport: string,
  { parameters, signature }: Signed,
  { units, total, recipient }: { units: bigint; total: bigint; recipient: string },
): Transaction {
  const divisor = divisorOf(units, total)
  const advanced = {
    parameters: {
      ...typedOrder(parameters),
      totalOriginalConsiderationItems: BigInt(parameters.totalOriginalConsiderationItems),
    },
    numerator: units / divisor,
    denominator: total / divisor,
    signature: hex(signature),
    extraData: '0x' as const,
  }
  const to: Address = getAddress(recipient)
  const data = encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAdvancedOrder',
    args: [advanced, [], hex(ZERO_HASH), to],
  })
  return { to: seaport, data }
}

/** Ends an order for good. */
export function cancelCall(seaport: string, order: OrderParameters): Transaction {
  const args = [[typedComponents(order)]] as const
  const data = encodeFunctionData({ abi: seaportAbi, functionName: 'cancel', args })
  return { to: seaport, data }
}

/** Hands an item of `from` on. */
export function transferCall(from: string, { contract, type, tokenId, amount, to }: Transfer): Transaction {
  const [holder, recipient, id] = [getAddress(from), getAddress(to), BigInt(tokenId)] as const
  const functionName = 'safeTransferFrom'
  const data =
    type === 'erc1155'
      ? encodeFunctionData({ abi: manyAbi, functionName, args: [holder, recipient, id, amount, '0x'] })
      : encodeFunctionData({ abi: oneAbi, functionName, args: [holder, recipient, id] })
  return { to: contract, data }
}

/** What a transaction would cost, and what the wallet has to pay for it. Throws when the chain would refuse it. */
export async function readGas(rpcUrl: string, from: string, { to, data }: Transaction) {
  const client = clientOf(rpcUrl)
  const account = getAddress(from)
  const [gas, price, balance] = await Promise.all([
    client.estimateGas({ account, to: getAddress(to), data: hex(data) }),
    client.getGasPrice(),
    client.getBalance({ address: account }),
  ])
  return { cost: gas * price, balance }
}

/** Whether a transaction has passed; undefined while it isn't mined. */
export async function hasPassed(rpcUrl: string, hash: string): Promise<boolean | undefined> {
  try {
    const { status } = await clientOf(rpcUrl).getTransactionReceipt({ hash: hex(hash) })
    return status === 'success'
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}
