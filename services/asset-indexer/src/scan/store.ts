import { lockContracts } from '@talad/market/suspensions'
import { confirmedUpTo } from '@talad/shared/chain/confirmations'
import { type Db, inTx, isDataFault, notifyAfterCommit, openDb, settleAll, type Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { retryOnConflict } from '@talad/shared/lost-race'
import type { StandsFor } from '../abstract/read-abstract.ts'
import { abstractAmong, asStanding } from '../abstract/store.ts'
import { addTransferActivity } from '../activity/store.ts'
import { insertAssets, manyNew, newAssets } from '../asset/store.ts'
import { type AssetView, type ChainEvent, inEvents } from '../chain/events.ts'
import { byPlace, type ChainFact, contractsOf, type TransferFact } from '../chain/facts.ts'
import type { NewCollection, Range } from '../chain/fetch.ts'
import { applyTransfers, type Holdings } from '../chain/holdings.ts'
import { ChainMoved } from '../chain/node-faults.ts'
import type { Block } from '../chain/rpc.ts'
import { asVerified } from '../collection/as-verified.ts'
import { touchCollections } from '../due/figures.ts'
import { touchHolders } from '../due/holders.ts'
import { touchAssets } from '../due/market.ts'
import { noteMetadata } from '../due/notices.ts'
import { markCollections, suspendedAmong } from '../suspension/marks.ts'
import { copyHoldings, loadHoldings, saveAssets, saveBalances } from './holdings-store.ts'
import { findRefused, type RefusedFact, saveRefused } from './refused.ts'
import { confirmFacts, holdScan, insertFacts, record, type Scan, saveScan } from './scan.ts'
import { saveUnread } from './unread.ts'

type ScanDbOptions = { onError?: (error: Error) => void; notify?: (channel: string) => void }

export type StoreDeps = {
  db: Db
  now: () => Date
  blockchain: string
  confirmations: number
  log: { error(about: object, text: string): void }
}

/**
 * Connections whose statements are sent without waiting for each other's answers.
 * @param about `onError`: of idle ones. `notify`: told what whoever waits is to look at, after each commit
 */
export function openScanDb(url: string, { onError = () => undefined, notify }: ScanDbOptions = {}): Db {
  const db = openDb(url, { name: 'asset-indexer.scan', max: 2, pipeline: true, onError })
  if (notify)
    notifyAfterCommit(db, (channels) => {
      for (const channel of channels) notify(channel)
    })
  return db
}

async function insertBlocks(tx: Tx, blocks: readonly Block[]): Promise<void> {
  await tx.query(
    `insert into block (number, hash, parent_hash, at)
     select number, hash, "parentHash", to_timestamp(timestamp)
     from json_to_recordset($1::json) as b (number bigint, hash text, "parentHash" text, timestamp bigint)
     on conflict (number) do nothing`,
    [toJson(blocks)],
  )
  const same = await tx.query(
    `select 1 from block join json_to_recordset($1::json) as b (number bigint, hash text) using (number, hash)`,
    [toJson(blocks)],
  )
  if (same.rows.length !== blocks.length) throw new ChainMoved('an indexed block')
}

async function insertCollections(tx: Tx, blockchain: string, found: readonly NewCollection[]): Promise<void> {
  if (found.length === 0) return
  await tx.query(
    `insert into collection (id, blockchain, address, type, slug, name, found_block)
     select id, $2, address, type, slug, name, block
     from json_to_recordset($1::json) as c (id text, address text, type text, slug text, name text, block bigint)
     on conflict do nothing`,
    [toJson(found), blockchain],
  )
}

/** AI-4: facts that are there already are left out. */
async function onlyNew(tx: Tx, range: Range): Promise<ChainFact[]> {
  const result = await tx.query<{ block_number: bigint; log_index: number; item: number }>(
    `select block_number, log_index, item from chain_fact where block_number between $1 and $2
     union all select block_number, log_index, item from refused_fact where block_number between $1 and $2`,
    [range.from, range.to],
  )
  const there = new Set(result.rows.map((row) => `${row.block_number}.${row.log_index}.${row.item}`))
  return range.facts.filter((fact) => !there.has(`${fact.block}.${fact.log}.${fact.item}`))
}

function isTransfer(fact: ChainFact): fact is TransferFact {
  return fact.kind === 'transfer'
}

export type Applied = { scan: Scan; facts: number; refused: readonly RefusedFact[] }

/**
 * Writes a range in one transaction: blocks, facts, holders, assets, activity, the scan's position, and the events that
 * tell of it. Facts that the database can't hold are kept apart and told; all others go on, as one transaction of a
 * stranger must not stop the scan.
 * @param collectionId set for the scan of a single collection that catches up below the scan's position
 * @throws ScanMoved, ChainMoved: nothing is written then
 */
export async function applyRange(
  deps: StoreDeps,
  expected: Scan,
  range: Range,
  collectionId?: string,
): Promise<Applied> {
  const write = (refused: readonly RefusedFact[]) => {
    const fitting = without(range, refused)
    return retryOnConflict(() =>
      inTx(deps.db, async (tx) => {
        await saveRefused(tx, refused, deps.now())
        return apply(tx, deps, expected, fitting, collectionId)
      }),
    )
  }
  try {
    const applied = await write([])
    tell(deps, applied.refused)
    return applied
  } catch (error) {
    if (!isDataFault(error)) throw error
  }
  const refused = await findRefused(deps.db, range.facts, (tx, facts) =>
    apply(tx, deps, expected, { ...range, facts: [...facts] }, collectionId),
  )
  tell(deps, refused)
  return write(refused)
}

/** So many are told one by one; all of them are kept. */
const MOST_TOLD = 20

function tell({ log }: Pick<StoreDeps, 'log'>, refused: readonly RefusedFact[]): void {
  for (const { fact, error } of refused.slice(0, MOST_TOLD))
    log.error({ tx: fact.tx, log: fact.log, item: fact.item, err: error }, 'a fact could not be stored')
}

function without(range: Range, refused: readonly RefusedFact[]): Range {
  const left = new Set(refused.map(({ fact }) => fact))
  return { ...range, facts: range.facts.filter((fact) => !left.has(fact)) }
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
  const confirmed = Math.max(held.confirmed, confirmedUpTo(end, deps.confirmations))
  // statements that don't need each other's answers are sent together
  const [fresh, passed] = await settleAll([
    onlyNew(tx, range),
    confirmFacts(tx, confirmed),
    insertBlocks(tx, range.blocks),
    insertCollections(tx, deps.blockchain, range.found),
  ])
  const before = await loadHoldings(tx, fresh.filter(isTransfer))
  const after = copyHoldings(before)
  const refused: RefusedFact[] = []
  const transfers = applyTransfers(after, fresh.filter(isTransfer), (fact) =>
    refused.push({ fact, error: new Error('numeric overflow: more units than can be written down') }),
  )
  const facts = [...fresh.filter((fact) => !isTransfer(fact)), ...transfers].sort(byPlace)
  const added = newAssets(deps.blockchain, transfers, before)
  const contracts = added.map(({ contract: contractAddress }) => ({
    blockchain: deps.blockchain,
    contractAddress,
  }))
  await lockContracts(tx, contracts, 'trade') // no suspension comes in between until the transaction ends
  const abstract = await abstractAmong(tx, added)
  const suspended = await suspendedAmong(tx, deps.blockchain, added, abstract)
  const assets = asStanding(await asVerified(tx, added), abstract)
  if (range.found.length > 0)
    await markCollections(
      tx,
      deps.blockchain,
      range.found.map(({ address }) => address),
    )
  const events = [...eventsOf(assets, facts, confirmed), ...passed]

  const now = deps.now()
  const last = range.blocks.at(-1)
  const moved = collectionId === undefined ? { position: range.to, hash: last?.hash ?? null } : {}
  const scan = { ...held, ...moved, confirmed, logVersion: held.logVersion + events.length }
  await settleAll([
    ...(facts.length > 0
      ? writeFacts(tx, { facts, assets, suspended, abstract, before, after, confirmed, now })
      : []),
    record(tx, held, deps.blockchain, events, now),
    saveRefused(tx, refused, now),
    ...(collectionId === undefined ? [] : [moveCollection(tx, collectionId, range.to, held.position)]),
    saveScan(tx, scan),
  ])
  await saveUnread(tx, range.unreadable)
  await noteMetadata(tx, [...range.notices, ...manyNew(assets)], now)
  return { scan, facts: facts.length, refused }
}

/** What is told of a range: its assets first. */
function eventsOf(
  assets: readonly AssetView[],
  facts: readonly ChainFact[],
  confirmed: number,
): ChainEvent[] {
  const indexed = [true, false].flatMap((final) => {
    const part = facts.filter((fact) => fact.block <= confirmed === final)
    return inEvents(part, (some) => ({ type: 'FactsIndexed', data: { facts: some, final } }))
  })
  return [...inEvents(assets, (part) => ({ type: 'AssetsAdded', data: { assets: part } })), ...indexed]
}

type Written = {
  facts: readonly ChainFact[]
  assets: readonly AssetView[]
  suspended: ReadonlySet<string>
  abstract: ReadonlyMap<string, StandsFor>
  before: Holdings
  after: Holdings
  confirmed: number
  now: Date
}

/** Sends all that facts change; an asset's row before what refers to it. */
function writeFacts(tx: Tx, written: Written): Promise<void>[] {
  const { facts, assets, suspended, abstract, before, after, confirmed, now } = written
  const sold = facts.flatMap((fact) => (fact.kind === 'fulfilled' ? [fact.assetId] : []))
  return [
    insertAssets(tx, assets, { after, suspended, abstract, now }),
    saveAssets(tx, after, [...before.assets.keys()]),
    saveBalances(tx, before, after),
    insertFacts(tx, facts, confirmed),
    addTransferActivity(tx, facts),
    touchAssets(tx, sold, now),
    touchHolders(tx, after, facts, now),
    touchCollections(tx, { contracts: contractsOf(facts) }, now),
  ]
}

/** A collection that has caught up follows the head from now on. */
async function moveCollection(tx: Tx, id: string, done: number, position: number): Promise<void> {
  await tx.query('update collection set next_block = $2 where id = $1', [
    id,
    done >= position ? null : done + 1,
  ])
}
