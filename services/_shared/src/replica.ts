import { randomUUID } from 'node:crypto'
import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import type { Bus, InMessage } from './bus/port.ts'
import { type Consumer, consumer, type Received } from './consumer.ts'
import { type Db, inTx, type Tx } from './db.ts'
import { withLease } from './lease.ts'
import { copyTables, rebuildSchema, swapTables } from './table-swap.ts'

/** The state of another service, as far as it is needed here: kept from its messages, rebuilt from its topic. */
export type Replica<Deps> = {
  name: string
  /** unqualified names of the tables that it alone writes, all in the public schema */
  tables: readonly string[]
  topic: string
  type: string
  /** keeps it up to date, one of the service's consumers */
  consumer: Consumer<Deps>
  /** writes what one message says, with unqualified table names (a rebuild writes into copies) */
  save: (tx: Tx, message: InMessage) => Promise<void>
}

/**
 * Declares a replica.
 * @param spec `save` writes what a message says and nothing else: an older one that comes late changes nothing.
 * `changed` does what else follows from the news, in the same transaction; a rebuild leaves it out
 */
export function replica<D extends DescMessage, Deps>(spec: {
  name: string
  tables: readonly string[]
  topic: string
  group: string
  event: D
  together?: boolean
  save: (tx: Tx, event: MessageShape<D>) => Promise<void>
  changed?: (event: MessageShape<D>, received: Received, deps: Deps) => Promise<void>
}): Replica<Deps> {
  const { name, tables, topic, group, event, together = false, save, changed } = spec
  return {
    ...{ name, tables, topic },
    type: event.typeName,
    save: (tx, message) => save(tx, fromBinary(event, message.payload)),
    consumer: consumer<D, Deps>({
      ...{ topic, group, event, together },
      run: async (message, received, deps) => {
        await save(received.tx, message)
        await changed?.(message, received, deps)
      },
    }),
  }
}

const LOOK_MS = 50

/**
 * Makes a replica anew from the start of its topic, in copies of its tables, and swaps them in at the end; the old rows
 * serve until then, and the consumer that keeps them goes on.
 * @param owner a pool that acts as the owner of the tables
 * @param onProgress told the number of messages read so far
 * @throws Error when the same replica is being rebuilt elsewhere
 */
export async function rebuildReplica<Deps>(
  owner: Db,
  bus: Bus,
  of: Replica<Deps>,
  onProgress: (messages: number) => void = () => undefined,
): Promise<void> {
  const done = await withLease(owner, `talad.rebuild.${of.name}`, async () => {
    await rebuild(owner, bus, of, onProgress)
    return true
  })
  if (!done) throw new Error(`replica ${of.name} is being rebuilt already`)
}

async function rebuild<Deps>(
  owner: Db,
  bus: Bus,
  { name, tables, topic, type, save }: Replica<Deps>,
  onProgress: (messages: number) => void,
): Promise<void> {
  const schema = rebuildSchema(name)
  const group = `rebuild.${name}.${randomUUID()}` // a group of its own starts where it is told to
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
        for (const message of batch) if (message.type === type) await save(tx, message)
      })
      read += batch.length
      onProgress(read)
    },
  })
  /** Waits until each partition was once read to its end, from now on. */
  const caughtUp = async () => {
    const behind = new Set((await bus.lag(group)).map(({ partition }) => partition))
    while (behind.size > 0) {
      if (fault) throw fault
      for (const { partition, lag } of await bus.lag(group)) if (lag === 0n) behind.delete(partition)
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
  }
}
