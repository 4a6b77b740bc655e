import { type Db, inTx, type Tx } from '@talad/shared/db'
import { retryConflicts } from '@talad/shared/handle'
import { toJson } from '@talad/shared/json'
import { addTransferActivity } from '../activity/store.ts'
import { insertAssets, newAssets } from '../asset/store.ts'
import { type ChainEvent, inEvents } from './events.ts'
import {
  byPlace,
  type ChainFact,
  type FulfilledFact,
  type MetadataNotice,
  type TransferFact,
} from './facts.ts'
import { ChainMoved, type NewCollection, type Range } from './fetch.ts'
import { applyTransfers } from './holdings.ts'
import { copyHoldings, loadHoldings, saveAssets, saveBalances } from './holdings-store.ts'
import type { Header } from './rpc.ts'
import { confirmFacts, holdScan, insertFacts, record, type Scan, saveScan } from './scan.ts'

export type StoreDeps = { db: Db; now: () => Date; blockchain: string; confirmations: number }

async function insertBlocks(tx: Tx, blocks: readonly Header[]): Promise<void> {
  await tx.query(
    `insert into block (number, hash, parent_hash, at)
     select number, hash, "parentHash", to_timestamp(timestamp)
     from jsonb_to_recordset($1::jsonb) as b (number bigint, hash text, "parentHash" text, timestamp bigint)
     on conflict (number) do nothing`,
    [toJson(blocks)],
  )
  const same = await tx.query(
    `select 1 from block join jsonb_to_recordset($1::jsonb) as b (number bigint, hash text) using (number, hash)`,
    [toJson(blocks)],
  )
  if (same.rows.length !== blocks.length) throw new ChainMoved('an indexed block')
}

async function insertCollections(tx: Tx, blockchain: string, found: readonly NewCollection[]): Promise<void> {
  if (found.length === 0) return
  await tx.query(
    `insert into collection (id, blockchain, address, type, slug, name, found_block)
     select id, $2, address, type, slug, name, block
     from jsonb_to_recordset($1::jsonb) as c (id text, address text, type text, slug text, name text, block bigint)
     on conflict do nothing`,
    [toJson(found), blockchain],
  )
}

/** AI-4: facts that are there already are left out. */
async function onlyNew(tx: Tx, range: Range): Promise<ChainFact[]> {
  const result = await tx.query<{ block_number: bigint; log_index: number; item: number }>(
    'select block_number, log_index, item from chain_fact where block_number between $1 and $2',
    [range.from, range.to],
  )
  const there = new Set(result.rows.map((row) => `${row.block_number}.${row.log_index}.${row.item}`))
  return range.facts.filter((fact) => !there.has(`${fact.block}.${fact.log}.${fact.item}`))
}

/**
 * AI-1: ready → pending on metadata events; what is just being fetched may be the former state and is fetched again.
 * Set-based: one event may name a million tokens.
 */
async function applyNotices(tx: Tx, notices: readonly MetadataNotice[]): Promise<void> {
  for (const { contract, from, to } of notices) {
    await tx.query(
      `update sync set state = 'pending', due_at = 'epoch', failures = 0, sleeps = 0 from asset
       where sync.asset_id = asset.id and sync.kind = 'metadata' and sync.state in ('ready', 'updating')
         and asset.contract = $1 and asset.token_id between $2::numeric and $3::numeric`,
      [contract, from.toString(), to.toString()],
    )
  }
}

async function touchMarket(tx: Tx, facts: readonly ChainFact[]): Promise<void> {
  const sold = facts.flatMap((fact) => (fact.kind === 'fulfilled' ? [fact.assetId] : []))
  if (sold.length > 0) await tx.query('insert into market_due (asset_id) select unnest($1::text[])', [sold])
}

function isTransfer(fact: ChainFact): fact is TransferFact {
  return fact.kind === 'transfer'
}

function isFill(fact: ChainFact): fact is FulfilledFact {
  return fact.kind === 'fulfilled'
}

export type Applied = { scan: Scan; facts: number; newAssets: number }

/**
 * Writes a range in one transaction: blocks, facts, holders, assets, activity, the scan's position, and the events that
 * tell of it.
 * @param collectionId set for the scan of a single collection that catches up below the scan's position
 * @throws ScanMoved, ChainMoved: nothing is written then
 */
export async function applyRange(
  deps: StoreDeps,
  expected: Scan,
  range: Range,
  collectionId?: string,
): Promise<Applied> {
  return retryConflicts(() => inTx(deps.db, (tx) => apply(tx, deps, expected, range, collectionId)))
}

async function apply(
  tx: Tx,
  deps: StoreDeps,
  expected: Scan,
  range: Range,
  collectionId: string | undefined,
): Promise<Applied> {
  const held = await holdScan(tx, expected)
  const end = collectionId === undefined ? range.to : held.position
  const confirmed = Math.max(held.confirmed, end - deps.confirmations)
  await insertBlocks(tx, range.blocks)
  await insertCollections(tx, deps.blockchain, range.found)
  const fresh = await onlyNew(tx, range)
  const before = await loadHoldings(tx, fresh.filter(isTransfer))
  const after = copyHoldings(before)
  const transfers = applyTransfers(after, fresh.filter(isTransfer))
  const facts = [...fresh.filter((fact) => !isTransfer(fact)), ...transfers].sort(byPlace)
  const assets = newAssets(deps.blockchain, transfers, before)
  const events: ChainEvent[] = inEvents(assets, (part) => ({ type: 'AssetsAdded', data: { assets: part } }))

  if (facts.length > 0) {
    await insertAssets(tx, assets, after)
    await saveAssets(tx, after, [...before.assets.keys()])
    await saveBalances(tx, before, after)
    await insertFacts(tx, facts, confirmed)
    await addTransferActivity(
      tx,
      facts.filter((fact) => isTransfer(fact) || isFill(fact)),
    )
    await touchMarket(tx, facts)
    await markStatsDue(tx, facts)
    for (const final of [true, false]) {
      const part = facts.filter((fact) => fact.block <= confirmed === final)
      events.push(...inEvents(part, (some) => ({ type: 'FactsIndexed', data: { facts: some, final } })))
    }
  }
  await applyNotices(tx, range.notices)
  events.push(...(await confirmFacts(tx, confirmed)))

  const told = await record(tx, held, deps.blockchain, events, deps.now())
  const last = range.blocks.at(-1)
  const moved = collectionId === undefined ? { position: range.to, hash: last?.hash ?? null } : {}
  if (collectionId !== undefined) await moveCollection(tx, collectionId, range.to, held.position)
  const scan = { ...told, ...moved, confirmed }
  await saveScan(tx, scan)
  return { scan, facts: facts.length, newAssets: assets.length }
}

/** Waits for whoever is just counting, or its mark would hide this one. */
async function markStatsDue(tx: Tx, facts: readonly ChainFact[]): Promise<void> {
  const contracts = [...new Set(facts.flatMap((fact) => ('contract' in fact ? [fact.contract] : [])))]
  await tx.query('update collection set stats_due = true where address = any($1)', [contracts])
}

/** A collection that has caught up follows the head from now on. */
async function moveCollection(tx: Tx, id: string, done: number, position: number): Promise<void> {
  await tx.query('update collection set next_block = $2 where id = $1', [
    id,
    done >= position ? null : done + 1,
  ])
}
