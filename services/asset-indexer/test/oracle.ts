import { abi as seaportAbi } from '@talad/contracts/abi/Seaport'
import { abi as erc721 } from '@talad/contracts/abi/TaladERC721'
import { abi as erc1155 } from '@talad/contracts/abi/TaladERC1155'
import type { Db } from '@talad/shared/db'
import { Contract, Interface, type LogDescription, ZeroAddress } from 'ethers'
import type { TestChain } from './chain.ts'

/**
 * What the index must say, worked out in the plainest way: each block of the chain is read by itself, each transfer in it
 * is done, and who holds what is asked of the contracts. Nothing of the indexer is used.
 */
export type Said = { assets: string[]; holders: string[]; events: string[]; orders: string[] }

const single = new Interface(erc721)
const multi = new Interface(erc1155)
const seaport = new Interface(seaportAbi)

type Moved = { from: string; to: string; token: bigint; amount: bigint }

function movedBy(event: LogDescription | null): Moved[] {
  if (!event) return []
  const { args, name } = event
  const ends = { from: String(args.from).toLowerCase(), to: String(args.to).toLowerCase() }
  if (name === 'Transfer') return [{ ...ends, token: BigInt(args.tokenId), amount: 1n }]
  if (name === 'TransferSingle') return [{ ...ends, token: BigInt(args.id), amount: BigInt(args.value) }]
  if (name !== 'TransferBatch') return []
  const amounts: bigint[] = [...args.getValue('values')]
  return [...args.ids].map((id: bigint, n) => ({
    ...ends,
    token: BigInt(id),
    amount: BigInt(amounts[n] ?? 0n),
  }))
}

const KINDS: Readonly<Record<string, string>> = {
  OrderFulfilled: 'fulfilled',
  OrderCancelled: 'cancelled',
  OrderValidated: 'validated',
  CounterIncremented: 'counter',
}

/** What a log of Seaport says of an order, or of all orders of somebody. */
function orderLine(event: LogDescription | null, place: string): string[] {
  const kind = event && KINDS[event.name]
  if (!kind) return []
  const about = kind === 'counter' ? String(event.args.offerer).toLowerCase() : String(event.args.orderHash)
  return [[place, kind, about].join(' ')]
}

type Held = { contract: string; token: bigint; first: number; last: number; units: Map<string, bigint> }

const kindOf = ({ from, to }: Moved) =>
  from === ZeroAddress ? 'mint' : to === ZeroAddress ? 'burn' : 'transfer'

/** @param contracts of ERC-721 and of ERC-1155, lower case */
export async function oracle(chain: TestChain, contracts: { single: string; multi: string }): Promise<Said> {
  const tokens = new Map<string, Held>()
  const events: string[] = []
  const orders: string[] = []
  const head = await chain.height()
  for (let block = 0; block <= head; block++) {
    const logs = await chain.provider.getLogs({ fromBlock: block, toBlock: block })
    for (const log of logs) {
      const contract = log.address.toLowerCase()
      if (contract === chain.deployment.seaport.toLowerCase())
        orders.push(...orderLine(seaport.parseLog(log), `${block}-${log.index}`))
      const reads = contract === contracts.single ? single : contract === contracts.multi ? multi : undefined
      const moves = reads ? movedBy(reads.parseLog(log)) : []
      for (const [item, move] of moves.entries()) {
        const { from, to, token, amount } = move
        const key = `${contract}:${token}`
        const held = tokens.get(key) ?? { contract, token, first: block, last: block, units: new Map() }
        tokens.set(key, held)
        held.last = block
        if (from !== ZeroAddress) held.units.set(from, (held.units.get(from) ?? 0n) - amount)
        if (to !== ZeroAddress) held.units.set(to, (held.units.get(to) ?? 0n) + amount)
        const place = `${block}-${log.index}-${item}`
        events.push([place, kindOf(move), key, from, to, amount, log.transactionHash].join(' '))
      }
    }
  }
  const holders: string[] = []
  const assets: string[] = []
  for (const { contract, token, first, last, units } of tokens.values()) {
    const there = [...units].filter(([, amount]) => amount !== 0n)
    for (const [owner, amount] of there) {
      const asked = await balanceOf(chain, contract === contracts.single, contract, owner, token)
      if (asked !== amount)
        throw new Error(`the oracle is wrong: ${owner} has ${asked} of ${contract} ${token}`)
      holders.push(`${contract}:${token} ${owner} ${amount}`)
    }
    const supply = there.reduce((sum, [, amount]) => sum + amount, 0n)
    assets.push(`${contract}:${token} ${supply} ${first} ${last}`)
  }
  return { assets: assets.sort(), holders: holders.sort(), events: events.sort(), orders: orders.sort() }
}

/** What the contract itself says. */
export async function balanceOf(
  { provider }: TestChain,
  isSingle: boolean,
  contract: string,
  owner: string,
  token: bigint,
): Promise<bigint> {
  if (!isSingle) return new Contract(contract, multi, provider).getFunction('balanceOf')(owner, token)
  const found = await new Contract(contract, single, provider).getFunction('ownerOf')(token)
  return String(found).toLowerCase() === owner ? 1n : 0n
}

/** The same of the index. */
export async function indexed(db: Db): Promise<Said> {
  const lines = async (sql: string) =>
    (await db.query<{ line: string }>(sql)).rows.map(({ line }) => line).sort()
  return {
    assets: await lines(
      `select concat_ws(' ', contract || ':' || token_id, supply, first_block, last_block) as line from asset`,
    ),
    holders: await lines(
      `select concat_ws(' ', a.contract || ':' || a.token_id, h.address, h.quantity) as line
       from holder h join asset a on a.id = h.asset_id`,
    ),
    orders: await lines(
      `select concat_ws(' ', format('%s-%s', block_number, log_index), kind,
         coalesce(fact->>'orderHash', fact->>'offerer')) as line
       from chain_fact where kind in ('fulfilled', 'cancelled', 'validated', 'counter') and item = 0`,
    ),
    events: await lines(
      `select concat_ws(' ', format('%s-%s-%s', block_number, log_index, item), type, contract || ':' || token_id,
         from_address, to_address, amount, tx_hash) as line
       from activity where type in ('mint', 'burn', 'transfer')`,
    ),
  }
}
