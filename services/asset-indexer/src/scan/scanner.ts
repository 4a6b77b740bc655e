import type { Queryable } from '@talad/shared/db'
import type { Known } from '../chain/decode.ts'
import type { ContractType } from '../chain/facts.ts'
import { fetchRange, type Range } from '../chain/fetch.ts'
import { ChainMoved, NodeBehind } from '../chain/node-faults.ts'
import type { ChainRpc, Header } from '../chain/rpc.ts'
import { type Fork, findFork, rollBack } from './rollback.ts'
import { readScan, type Scan, ScanMoved, startScan } from './scan.ts'
import { watchRange } from './slow-blocks.ts'
import { type Applied, applyRange, type StoreDeps } from './store.ts'

export type ScannerDeps = StoreDeps & {
  rpc: ChainRpc
  seaport: string
  factory: string | undefined
  firstBlock: number
  /** what takes longer is noted; five seconds if absent */
  slowMs?: number
  log: Record<'info' | 'warn' | 'error', (about: object, text: string) => void>
}

type CollectionRow = { id: string; address: string; type: ContractType; next_block: bigint | null }

const MIN_RANGE = 1
const START_RANGE = 500
const MAX_RANGE = 10_000
/**
 * A range with more facts than this makes the next one smaller, so that a transaction takes a few tenths of a second at
 * most: readers of every log of the server wait for it.
 */
const FULL_RANGE = 2_000
/** So many blocks below the head are new: nodes are known to get their logs together some blocks late. */
const NEW_BLOCKS = 64
/** A chain that has changed so often while one range was read is nodes that answer differently: wait between tries. */
const MOST_MOVES = 3

async function collectionsOf(db: Queryable): Promise<CollectionRow[]> {
  const result = await db.query<CollectionRow>(
    'select id, address, type, next_block from collection order by id',
  )
  return result.rows
}

function knownOf(deps: ScannerDeps, rows: readonly CollectionRow[]): Known {
  const { blockchain, seaport, factory } = deps
  return { blockchain, seaport, factory, collections: new Map(rows.map((row) => [row.address, row.type])) }
}

/** Reads the ranges on the way to the head, each while the one before it is being written: nodes take their time. */
function createReader({ rpc }: ScannerDeps) {
  let ahead: { key: string; from: number; range: Promise<Range> } | undefined

  const keyOf = ({ collections }: Known) => [...collections.keys()].join()

  return {
    async read(known: Known, from: number, size: number, head: number): Promise<Range> {
      const key = keyOf(known)
      const fits = ahead?.key === key && ahead.from === from
      const reading = fits && ahead ? ahead.range : fetchRange({ rpc, known }, span(from, size, head))
      ahead = undefined
      const range = await reading
      // what this range has found has to be known before the next one is read
      if (range.to >= head || range.found.length > 0) return range
      const next = fetchRange({ rpc, known }, span(range.to + 1, size, head))
      next.catch(() => undefined) // told to whoever asks for it
      ahead = { key, from: range.to + 1, range: next }
      return range
    },
  }
}

/** The next range: below the new blocks, or of them. */
function span(from: number, size: number, head: number): { from: number; to: number; isNew: boolean } {
  const settled = head - NEW_BLOCKS
  const isNew = from > settled
  return { from, to: Math.min(isNew ? head : settled, from + size - 1), isNew }
}

/** What stands at a block as far as it was read, by the block itself or by the one above. */
async function keptHash(db: Queryable, number: number): Promise<string | undefined> {
  const { rows } = await db.query<{ hash: string }>(
    `select case when number = $1 then hash else parent_hash end as hash from block
     where number in ($1, $1 + 1) order by number limit 1`,
    [number],
  )
  return rows[0]?.hash
}

/**
 * OB-42: where the chain that the node has parts from what was read; undefined where it goes on from it.
 * @throws NodeBehind: it has less of the same chain, which takes nothing back
 */
async function forkOf(deps: ScannerDeps, { position, hash }: Scan, head: Header): Promise<Fork | undefined> {
  if (hash === null) return undefined
  if (head.number >= position) {
    const ours = head.number === position ? head : await deps.rpc.header(position)
    if (!ours) throw new NodeBehind(`it does not know block ${position}`)
    return ours.hash === hash ? undefined : findFork(deps, deps.rpc, position, deps.firstBlock)
  }
  const kept = await keptHash(deps.db, head.number)
  const fork = kept === head.hash ? undefined : await findFork(deps, deps.rpc, head.number, deps.firstBlock)
  // a shorter chain that differs only in blocks that we keep nothing of is told from one that lags once it has grown
  const isOther = fork?.isOther || kept !== undefined
  if (!fork || !isOther) throw new NodeBehind(`its newest block is ${head.number}, and ${position} was read`)
  return fork
}

/**
 * Makes the scanner's step: does the next piece of work and resolves to true when there may be more at once. The
 * position is in the database, so that the process may end anywhere (AI-4).
 */
export function createScanner(deps: ScannerDeps): () => Promise<boolean> {
  let size = START_RANGE

  async function resized<T extends Applied>(work: () => Promise<T>): Promise<T> {
    try {
      const applied = await work()
      size = applied.facts > FULL_RANGE ? Math.max(MIN_RANGE, size >> 1) : Math.min(MAX_RANGE, size * 2)
      return applied
    } catch (error) {
      // nodes refuse ranges with too many logs in words of their own: any fault halves the range
      size = Math.max(MIN_RANGE, size >> 1)
      throw error
    }
  }

  /** A collection that was registered later: its own way from the first block to the position. */
  async function catchUp(scan: Scan, row: CollectionRow): Promise<boolean> {
    const from = Number(row.next_block)
    if (scan.hash === null) return false
    const pin = { number: scan.position, hash: scan.hash }
    const part = span(from, size, scan.position)
    await resized(async () => {
      const known = { ...knownOf(deps, [row]), seaport: undefined, factory: undefined }
      const range = await fetchRange({ rpc: deps.rpc, known }, { ...part, pin })
      return applyRange(deps, scan, range, row.id)
    })
    return true
  }

  const reader = createReader(deps)

  async function forward(scan: Scan, head: Header, rows: readonly CollectionRow[]): Promise<boolean> {
    const from = scan.position + 1
    const known = knownOf(
      deps,
      rows.filter((row) => row.next_block === null),
    )
    const applied = await resized(async () => {
      const watch = watchRange(deps, span(from, size, head.number))
      try {
        const range = await reader.read(known, from, size, head.number)
        watch.read(range)
        if (scan.hash !== null && range.parentHash !== scan.hash)
          throw new ChainMoved(`block ${scan.position}`)
        for (const [contract, logs] of Map.groupBy(range.unreadable, ({ address }) => address))
          deps.log.warn(
            { contract, logs: logs.length, tx: logs[0]?.transactionHash },
            'logs of a contract that is followed are not understood',
          )
        return await applyRange(deps, scan, range)
      } finally {
        await watch.end()
      }
    })
    return applied.scan.position < head.number
  }

  async function step(): Promise<boolean> {
    const head = await deps.rpc.head()
    const scan = await readScan(deps.db)
    if (!scan) {
      await startScan(deps.db, deps.firstBlock)
      return true
    }
    const fork = await forkOf(deps, scan, head)
    if (fork) {
      await rollBack(deps, scan, fork)
      deps.log.info({ from: scan.position, to: fork.number }, 'chain reorganised')
      return true
    }
    const rows = await collectionsOf(deps.db)
    const lagging = rows.find((row) => row.next_block !== null)
    if (lagging && (await catchUp(scan, lagging))) return true
    return head.number > scan.position ? forward(scan, head, rows) : false
  }

  let moves = 0
  return async () => {
    try {
      const more = await step()
      moves = 0
      return more
    } catch (error) {
      if (error instanceof ScanMoved) return true
      if (error instanceof ChainMoved && ++moves <= MOST_MOVES) return true
      throw error
    }
  }
}
