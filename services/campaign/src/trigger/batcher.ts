import type { Clock } from '@talad/shared/clock'
import { type Db, isConnectionFault, isLockTimeout } from '@talad/shared/db'
import type { Platform } from '@talad/shared/platform'
import { changeMany, transact } from '@talad/shared/stream'
import { decideBatch } from './batch.ts'
import { definitionsOf } from './definition.ts'
import { createNoter, type Note } from './noter.ts'
import { type AskedToken, type OutsideDeps, readOutside } from './outside.ts'
import { findTriggers, lockPending, type TriggerRow } from './rows.ts'
import { selectionsOf } from './snapshot.ts'
import { triggers } from './stream.ts'

/** CA-41: so many are decided together at most. */
export const MOST_TOGETHER = 200
/** Transactions at the same time in a process; those of one group of campaigns come one after another. */
const AT_ONCE = 4
/** What is read outside belongs to a version of a campaign: read anew so often where that has moved on. */
const TRIES = 3
/** When what went wrong is worth another try. */
const RETRY_MS = 5_000

export type DecidingDeps = Omit<OutsideDeps, 'log'> & {
  db: Db
  now: Clock
  log: Pick<Platform['log'], 'warn' | 'error'>
}

/** Tokens on chain that were chosen (CA-23). */
export const chosenIn = ({ input }: Pick<TriggerRow, 'input'>): AskedToken[] =>
  [...selectionsOf(input.selections ?? {}).values()].flatMap((one) =>
    'vitemId' in one
      ? []
      : [{ blockchain: one.blockchain, address: one.contractAddress, tokenId: one.tokenId }],
  )

/** What some of those who wait together have, or ask for, leaves no room for the others: they are decided apart. */
class TooMuchAtOnce extends Error {}

async function decideOnce(deps: DecidingDeps, rows: readonly TriggerRow[]): Promise<TriggerRow[]> {
  const definitions = await definitionsOf(
    deps.db,
    rows.map(({ campaign_id }) => campaign_id),
  )
  const waiting = rows.flatMap((row) => {
    const definition = definitions.get(row.campaign_id)
    return definition ? [{ accountId: row.account_id, definition, chosen: chosenIn(row) }] : []
  })
  const outside = await readOutside(deps.db, deps, waiting)
  if (outside.isPartial && rows.length > 1) throw new TooMuchAtOnce()
  const ids = rows.map(({ id }) => id)
  const left = new Set(
    await transact(deps, (tx) => decideBatch(tx, ids, { outside, chainId: deps.chainId, now: deps.now() })),
  )
  return rows.filter(({ id }) => left.has(id))
}

/** CA-33: ends what couldn't be decided by our fault: nothing is spent, and the same key may try again. */
async function fail(deps: DecidingDeps, ids: readonly string[]): Promise<void> {
  await transact(deps, async (tx) => {
    const now = deps.now()
    const rows = await lockPending(tx, ids)
    await changeMany(
      tx,
      rows.map((row) => ({
        stream: triggers,
        id: row.id,
        context: row.context,
        command: {
          type: 'Finish' as const,
          now,
          finished: {
            projectId: row.project_id,
            campaignId: row.campaign_id,
            groupId: row.group_id,
            accountId: row.account_id,
            status: 200 as const,
            tokens: [],
            rewards: [],
          },
          story: {
            versions: {},
            blocks: {},
            slots: [],
            reasons: [],
            retryAt: new Date(now.getTime() + RETRY_MS),
          },
        },
      })),
      now,
    )
  })
}

/**
 * Decides triggers that are pending, whoever took them. One that makes a batch fail is found and ends by itself; while the
 * database is away they stay pending.
 */
export async function decidePending(deps: DecidingDeps, rows: readonly TriggerRow[]): Promise<void> {
  if (rows.length === 0) return
  try {
    let left = rows
    for (let tries = 0; tries < TRIES && left.length > 0; tries++) left = await decideOnce(deps, left)
    await fail(
      deps,
      left.map(({ id }) => id),
    )
  } catch (error) {
    if (isConnectionFault(error)) throw error
    const groups = [...Map.groupBy(rows, ({ group_id }) => group_id).values()]
    const half = Math.ceil(rows.length / 2)
    if (groups.length > 1) for (const some of groups) await decidePending(deps, some)
    else if (rows.length > 1 && !isLockTimeout(error))
      for (const some of [rows.slice(0, half), rows.slice(half)]) await decidePending(deps, some)
    else {
      deps.log.error({ err: error, triggers: rows.map(({ id }) => id) }, 'triggers could not be decided')
      await fail(
        deps,
        rows.map(({ id }) => id),
      )
    }
  }
}

type Decided = TriggerRow | undefined
type Waiting = { row: TriggerRow; done: (decided: Decided) => void }

/** Notes and decides what is pressed in this process, many at a time. */
export type Batcher = {
  note: Note
  /** @returns it as it is decided; undefined: it couldn't be by this process */
  add(row: TriggerRow): Promise<Decided>
  /** what is pending here */
  find(id: string): Promise<Decided> | undefined
  close(): Promise<void>
}

/** What is there first is taken first, with what else waits of its group, then of others that nobody decides just now. */
function takeFrom(queue: Waiting[], busy: ReadonlySet<string>): Waiting[] {
  const isFree = ({ row }: Waiting) => !busy.has(row.group_id)
  const first = queue.find(isFree)
  if (!first) return []
  const own = queue.filter(({ row }) => row.group_id === first.row.group_id)
  const others = queue.filter((one) => isFree(one) && one.row.group_id !== first.row.group_id)
  const taken = [...own, ...others].slice(0, MOST_TOGETHER)
  const gone = new Set(taken)
  queue.splice(0, queue.length, ...queue.filter((one) => !gone.has(one)))
  return taken
}

export function createBatcher(deps: DecidingDeps): Batcher {
  const queue: Waiting[] = []
  const busy = new Set<string>()
  const running = new Set<Promise<void>>()
  const pending = new Map<string, Promise<Decided>>()

  async function decideAll(rows: readonly TriggerRow[]): Promise<TriggerRow[]> {
    await decidePending(deps, rows)
    return findTriggers(
      deps.db,
      rows.map(({ id }) => id),
    )
  }

  async function run(taken: Waiting[], groups: string[]): Promise<void> {
    const rows = await decideAll(taken.map(({ row }) => row)).catch((err: unknown) => {
      deps.log.warn({ err }, 'triggers wait for the database')
      return []
    })
    const decided = new Map(rows.filter(({ status }) => status !== 100).map((row) => [row.id, row]))
    for (const group of groups) busy.delete(group)
    for (const { row, done } of taken) {
      pending.delete(row.id)
      done(decided.get(row.id))
    }
  }

  function begin(): void {
    while (running.size < AT_ONCE) {
      const taken = takeFrom(queue, busy)
      if (taken.length === 0) return
      const groups = [...new Set(taken.map(({ row }) => row.group_id))]
      for (const group of groups) busy.add(group)
      const work: Promise<void> = run(taken, groups).finally(() => {
        running.delete(work)
        begin()
      })
      running.add(work)
    }
  }

  return {
    note: createNoter(deps.db),
    add(row) {
      const { promise, resolve } = Promise.withResolvers<Decided>()
      pending.set(row.id, promise)
      queue.push({ row, done: resolve })
      queueMicrotask(begin)
      return promise
    },
    find: (id) => pending.get(id),
    async close() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
