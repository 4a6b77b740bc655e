import { randomUUID } from 'node:crypto'
import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import type { Bus, InMessage } from './bus/port.ts'
import { type Consumer, consumer, type Received, type RunAll } from './consumer.ts'
import { type Db, inTx, type Tx } from './db.ts'
import { withLease } from './lease.ts'
import { copyTables, rebuildSchema, swapTables } from './table-swap.ts'

/** The state of another service, as far as it is needed here: kept from its messages, rebuilt from its topic. */
export type Replica<D extends DescMessage = DescMessage> = {
  name: string
  /** unqualified names of the tables that it alone writes, all in the public schema */
  tables: readonly string[]
  topic: string
  event: D
  /**
   * Writes what one message says and nothing else, with unqualified table names (a rebuild writes into copies); an older
   * message that comes late changes nothing.
   */
  save: (tx: Tx, event: MessageShape<D>) => Promise<void>
  /** as `save` for each of them, no two of one key */
  saveAll?: (tx: Tx, events: readonly MessageShape<D>[]) => Promise<void>
}

/** A replica as a rebuild holds it. */
export type AnyReplica = Pick<Replica, 'name' | 'tables' | 'topic'> & {
  /** writes what any message of the topic says; nothing where it is of no concern */
  write: (tx: Tx, message: InMessage) => Promise<void>
}

/** Declares a replica. */
export function replica<D extends DescMessage>(spec: Replica<D>): Replica<D> & AnyReplica {
  const { event, save } = spec
  return {
    ...spec,
    async write(tx, { type, payload }) {
      if (type === event.typeName) await save(tx, fromBinary(event, payload))
    },
  }
}

/**
 * The consumer that keeps a replica.
 * @param about `changed` does what else follows from the news, in the same transaction; a rebuild leaves it out.
 * `changedAll`: as that for each of them, where the replica can save them together, see `runAll` of `consumer`
 */
export function keepReplica<D extends DescMessage, Deps>(
  of: Replica<D>,
  about: {
    group: string
    batched?: boolean
    /** see `consumer`; `save` changes nothing for an event that it leaves out */
    concerns?: (event: MessageShape<D>) => boolean
    /** see `consumer` */
    gatherMs?: number
    changed?: (event: MessageShape<D>, received: Received, deps: Deps) => Promise<void>
    changedAll?: RunAll<D, Deps>
  },
): Consumer<Deps> {
  const { group, batched = false, concerns, gatherMs, changed, changedAll } = about
  const { saveAll } = of
  const runAll: RunAll<D, Deps> | undefined =
    saveAll &&
    changedAll &&
    (async (events, received, deps) => {
      await saveAll(received.tx, events)
      await changedAll(events, received, deps)
    })
  return consumer<D, Deps>({
    topic: of.topic,
    group,
    event: of.event,
    batched,
    concerns,
    gatherMs,
    runAll,
    run: async (message, received, deps) => {
      await of.save(received.tx, message)
      await changed?.(message, received, deps)
    },
  })
}

const LOOK_MS = 50

/**
 * Makes a replica anew from the start of its topic, in copies of its tables, and swaps them in at the end; the old rows
 * serve until then, and the consumer that keeps them goes on.
 * @param owner a pool that acts as the owner of the tables
 * @param onProgress told the number of messages read so far
 * @throws Error when the same replica is being rebuilt elsewhere
 */
export async function rebuildReplica(
  owner: Db,
  bus: Bus,
  of: AnyReplica,
  onProgress: (messages: number) => void = () => undefined,
): Promise<void> {
  const done = await withLease(owner, `talad.rebuild.${of.name}`, async () => {
    await rebuild(owner, bus, of, onProgress)
    return true
  })
  if (!done) throw new Error(`replica ${of.name} is being rebuilt already`)
}

async function rebuild(
  owner: Db,
  bus: Bus,
  { name, tables, topic, write }: AnyReplica,
  onProgress: (messages: number) => void,
): Promise<void> {
  const schema = rebuildSchema(name)
  const group = `rebuild.${name}.${randomUUID()}` // a group of its own starts where it is told to
  const handled = new Map<number, bigint>()
  let read = 0
  let fault: unknown
  await inTx(owner, (tx) => copyTables(tx, schema, tables))
  await bus.seek(group, topic, 'start')
  const subscription = await bus.subscribe({
    group,
    topics: [topic],
    onError: (error) => {
      fault = error
    },
    handle: async (batch) => {
      await inTx(owner, async (tx) => {
        await tx.query(`set local search_path to ${schema}, public`)
        for (const message of batch) await write(tx, message)
      })
      read += batch.length
      for (const { partition } of batch) handled.set(partition, (handled.get(partition) ?? 0n) + 1n)
      onProgress(read)
    },
  })
  /** Waits until all that is on the topic now is read, whatever comes meanwhile. */
  const caughtUp = async () => {
    const behind = new Map<number, bigint>()
    // counted after the lag was asked for: what was handled in between is counted twice, and waited for too long at worst
    for (const { partition, lag } of await bus.lag(group))
      behind.set(partition, (handled.get(partition) ?? 0n) + lag)
    while (behind.size > 0) {
      if (fault) throw fault
      for (const { partition, lag } of await bus.lag(group))
        if (lag === 0n || (handled.get(partition) ?? 0n) >= (behind.get(partition) ?? 0n))
          behind.delete(partition)
      if (behind.size > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
  try {
    await caughtUp()
    await inTx(owner, async (tx) => {
      // from here on the consumer waits: what it has written is on the topic, so the copies get it too
      await tx.query(`lock table ${tables.map((table) => `public.${table}`).join(', ')} in exclusive mode`)
      await caughtUp()
      await subscription.close()
      await swapTables(tx, schema, tables)
    })
  } finally {
    await subscription.close()
    await bus.forget(group)
  }
}
