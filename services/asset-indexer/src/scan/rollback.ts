import { inTx, type Tx } from '@talad/shared/db'
import { inEvents } from '../chain/events.ts'
import { byPlace, type ChainFact, chainFact, contractsOf, type TransferFact } from '../chain/facts.ts'
import { type Holdings, unapplySums, withBalances } from '../chain/holdings.ts'
import { NodeBehind } from '../chain/node-faults.ts'
import type { ChainRpc } from '../chain/rpc.ts'
import { touchCollections } from '../due/figures.ts'
import { touchHolders } from '../due/holders.ts'
import { touchAssets } from '../due/market.ts'
import { requeueAll } from '../sync/requeue.ts'
import { copyHoldings, loadHoldings, saveAssets, saveBalances } from './holdings-store.ts'
import { holdScan, record, type Scan, saveScan } from './scan.ts'
import type { StoreDeps } from './store.ts'

/** Where two chains part: the highest indexed block that both have. */
export type Fork = {
  number: number
  hash: string | null
  /** above it the node has another block than we: it is no node that merely lags */
  isOther: boolean
}

const PAGE = 64

/**
 * Finds the fork, however deep. Only blocks with facts and ends of ranges are kept; between two of them there is
 * nothing to take back, so the highest kept block that still stands is exact.
 * @throws NodeBehind where the node does not know a block at all: that is no other block
 */
export async function findFork(
  deps: StoreDeps,
  rpc: ChainRpc,
  below: number,
  firstBlock: number,
): Promise<Fork> {
  let isOther = false
  for (let next = below; ; ) {
    const kept = await deps.db.query<{ number: bigint; hash: string }>(
      'select number, hash from block where number <= $1 order by number desc limit $2',
      [next, PAGE],
    )
    const blocks = kept.rows.map((row) => ({ number: Number(row.number), hash: row.hash }))
    const headers = await Promise.all(blocks.map((block) => rpc.header(block.number)))
    for (const [index, block] of blocks.entries()) {
      const header = headers[index]
      if (!header) throw new NodeBehind(`it does not know block ${block.number}`)
      if (header.hash === block.hash) return { ...block, isOther }
      isOther = true
    }
    const last = blocks.at(-1)
    if (!last) return { number: firstBlock - 1, hash: null, isOther }
    next = last.number - 1
  }
}

type LastTransfer = { asset_id: string; to_address: string; block_number: bigint }

/** Sets tokens to what their last remaining transfer says; for ERC-721 that is the whole truth about the holder. */
async function restoreLast(
  tx: Tx,
  holdings: Holdings,
  reverted: readonly TransferFact[],
  fork: number,
): Promise<void> {
  const singles = new Set(
    reverted.filter((fact) => fact.contractType === 'erc721').map((fact) => fact.assetId),
  )
  const ids = [...new Set(reverted.map((fact) => fact.assetId))]
  const last = await tx.query<LastTransfer>(
    `select id as asset_id, f.fact->>'to' as to_address, f.block_number from unnest($1::text[]) as id
     cross join lateral (select fact, block_number from chain_fact
       where asset_id = id and kind = 'transfer' and block_number <= $2
       order by block_number desc, log_index desc, item desc limit 1) f`,
    [ids, fork],
  )
  for (const { asset_id, to_address, block_number } of last.rows) {
    const state = holdings.assets.get(asset_id)
    if (!state) continue
    const owner = /^0x0{40}$/.test(to_address) ? null : to_address
    const supply = singles.has(asset_id) ? (owner ? 1n : 0n) : state.supply
    holdings.assets.set(asset_id, { ...state, owner, supply, lastBlock: Number(block_number) })
    if (singles.has(asset_id)) holdings.balances.set(asset_id, new Map(owner ? [[owner, 1n]] : []))
  }
}

/** AI-1: metadata that a block declared permanent is so no more, and may have changed since. */
async function thaw(tx: Tx, fork: number, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    'update asset set permanent_block = null where permanent_block > $1 returning id',
    [fork],
  )
  await requeueAll(tx, { assetIds: rows.map(({ id }) => id), kind: 'metadata', states: ['frozen'] }, now)
}

async function forget(tx: Tx, fork: number, now: Date): Promise<void> {
  await tx.query('delete from asset where first_block > $1', [fork])
  await tx.query('update metadata_notice set permanent_block = null where permanent_block > $1', [fork])
  await thaw(tx, fork, now)
  await tx.query('delete from collection where found_block > $1', [fork])
  await tx.query('delete from activity where block_number > $1', [fork])
  await tx.query('delete from chain_fact where block_number > $1', [fork])
  await tx.query('delete from refused_fact where block_number > $1', [fork])
  await tx.query('delete from block where number > $1', [fork])
  await tx.query('update collection set next_block = least(next_block, $1) where next_block is not null', [
    fork + 1,
  ])
}

/**
 * Takes everything above the fork back, in one transaction, and tells it to those who have heard of it: the facts,
 * newest first, as reverted. What the new chain says instead comes with the scan that follows.
 * @throws ScanMoved: nothing is written then
 */
export async function rollBack(
  deps: StoreDeps,
  expected: Scan,
  fork: Pick<Fork, 'number' | 'hash'>,
): Promise<Scan> {
  return inTx(deps.db, async (tx) => {
    const now = deps.now()
    const held = await holdScan(tx, expected)
    // a piece that is being worked on may declare something permanent by a block that goes: it ends before
    await tx.query('lock table metadata_notice in exclusive mode')
    const result = await tx.query<{ fact: unknown }>('select fact from chain_fact where block_number > $1', [
      fork.number,
    ])
    const facts: ChainFact[] = result.rows.map((row) => chainFact.parse(row.fact)).sort(byPlace)
    const transfers = facts.flatMap((fact) => (fact.kind === 'transfer' ? [fact] : []))

    const before = await loadHoldings(tx, transfers)
    const after = copyHoldings(before)
    unapplySums(
      after,
      transfers.filter((fact) => fact.contractType === 'erc1155'),
    )
    await restoreLast(tx, after, transfers, fork.number)
    const stay: string[] = []
    for (const [id, state] of after.assets) {
      if (state.firstBlock <= fork.number) stay.push(id)
      else after.balances.delete(id) // its rows go with the asset
    }
    await saveBalances(tx, before, after)
    await saveAssets(tx, after, stay)
    const touched = [...new Set(facts.flatMap((fact) => ('assetId' in fact ? [fact.assetId] : [])))]
    await touchAssets(tx, touched, now)
    await touchHolders(
      tx,
      after,
      transfers.filter(({ assetId }) => stay.includes(assetId)),
      now,
    )
    await forget(tx, fork.number, now)
    await touchCollections(tx, { contracts: contractsOf(facts) }, now)

    // what giver and taker hold now that the transfer is taken back
    const gone = facts.map((fact) =>
      fact.kind === 'transfer' ? (withBalances(after, [fact])[0] ?? fact) : fact,
    )
    const events = inEvents(gone.reverse(), (part) => ({ type: 'FactsReverted', data: { facts: part } }))
    const told = await record(tx, held, deps.blockchain, events, now)
    await tx.query('insert into reorganisation (at, from_block, fork_block, facts) values ($1, $2, $3, $4)', [
      now,
      held.position,
      fork.number,
      facts.length,
    ])
    const confirmed = Math.min(held.confirmed, fork.number)
    const scan = { ...told, position: fork.number, hash: fork.hash, confirmed }
    await saveScan(tx, scan)
    return scan
  })
}
