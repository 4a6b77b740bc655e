import { randomUUID } from 'node:crypto'
import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import type { Bus, InMessage } from './bus/port.ts'
import { type About, type Consumer, consumer, type Each, type Run } from './consumer.ts'
import { type Db, inTx, type Tx } from './db.ts'
import { toJson } from './json.ts'
import { withLease } from './lease.ts'
import { copyTables, rebuildSchema, swapTables } from './table-swap.ts'

type Save<Event> = (tx: Tx, events: readonly Event[]) => Promise<void>

/** The state of another service, as far as it is needed here: kept from its messages, rebuilt from its topic. */
export type Replica<D extends DescMessage = DescMessage> = {
  name: string
  /** unqualified names of the tables that it alone writes, all in the public schema */
  tables: readonly string[]
  topic: string
  event: D
  /** writes what messages say and nothing else; an older message that comes late changes nothing */
  save: Save<MessageShape<D>>
}

/** A replica as a service and a rebuild hold it. */
export type AnyReplica = Pick<Replica, 'name' | 'tables' | 'topic'> & {
  /** writes what any message of the topic says; nothing where it is of no concern */
  write: (tx: Tx, message: InMessage) => Promise<void>
  /** keeps it, where nothing else follows from its news */
  consumer?: Consumer<unknown> | undefined
}

type Columns = Readonly<Record<string, unknown>>

/** How a row of the first of a replica's tables follows from a message. */
type Rows<Event> = {
  key: readonly string[]
  /** the column by which the newest message of a row is known */
  revision: string
  /** one that is as new as the row takes its place too: for times, of which two states may share one */
  orEqual?: boolean
  /** the row, as JSON that Postgres reads by the types of the table; undefined: the message is not about one */
  columns: (event: Event) => Columns | undefined
  /** what a later message may change, where that is not all of it */
  changing?: readonly string[]
  /** what else is written of those messages that were the newest of their rows */
  saved?: Save<Event>
}

type Newest<Event> = { event: Event; row: Columns }

/** Of each row the newest message, in the order of the keys, so that two who save the same ones don't wait in a circle. */
function newestOf<Event>(of: Rows<Event>, events: readonly Event[]): Map<string, Newest<Event>> {
  const newest = new Map<string, Newest<Event>>()
  for (const event of events) {
    const row = of.columns(event)
    if (!row) continue
    const key = of.key.map((name) => row[name]).join(' ')
    const known = newest.get(key)?.row[of.revision]
    const revision = row[of.revision]
    if (known === undefined || isNewer(known, revision, of.orEqual)) newest.set(key, { event, row })
  }
  return new Map([...newest].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const orderOf = (revision: unknown) => (revision instanceof Date ? revision.getTime() : Number(revision))
const isNewer = (known: unknown, revision: unknown, orEqual = false) =>
  orderOf(known) < orderOf(revision) || (orEqual && orderOf(known) === orderOf(revision))

/** Writes rows of a table in one statement; what is older than a row changes nothing. */
function saveRows<Event>(name: string, table: string, of: Rows<Event>): Save<Event> {
  const { key, revision, orEqual = false, saved } = of
  const textOf = (all: readonly string[]) => {
    const changing = of.changing ?? all.filter((column) => !key.includes(column))
    return `insert into ${table} as r (${all.join(', ')})
      select ${all.join(', ')} from json_populate_recordset(null::${table}, $1)
      on conflict (${key.join(', ')}) do update set ${changing.map((one) => `${one} = excluded.${one}`).join(', ')}
      where r.${revision} ${orEqual ? '<=' : '<'} excluded.${revision}
      returning concat_ws(' ', ${key.join(', ')}) as key`
  }
  let text: string | undefined
  return async (tx, events) => {
    const newest = newestOf(of, events)
    const [first] = newest.values()
    if (!first) return
    text ??= textOf(Object.keys(first.row))
    const values = [toJson([...newest.values()].map(({ row }) => row))]
    const { rows } = await tx.query<{ key: string }>({ name: `replica.${name}`, text, values })
    if (saved && rows.length > 0)
      await saved(
        tx,
        rows.flatMap((row) => newest.get(row.key)?.event ?? []),
      )
  }
}

type Spec<D extends DescMessage> = Omit<Replica<D>, 'save'> &
  Partial<Pick<About<MessageShape<D>>, 'group'>> &
  Omit<About<MessageShape<D>>, 'group'> &
  (({ save: Save<MessageShape<D>> } & { key?: undefined }) | (Rows<MessageShape<D>> & { save?: undefined }))

/**
 * Declares a replica: by the rows that follow from its messages, or, where that is not enough, by what saves them (with
 * unqualified table names, as a rebuild writes into copies). Of a group, it is kept by a consumer of its own, and the messages
 * of one key are about one row.
 */
export function replica<D extends DescMessage>(spec: Spec<D>): Replica<D> & AnyReplica {
  const { name, tables, topic, event, group, filter, lingerMs } = spec
  const save = spec.save ?? saveRows(name, tables[0] ?? name, spec)
  const of = { name, tables, topic, event, save }
  const takesKeysWhole = spec.save === undefined // a message of a key is about one row, and the newest says all of it
  return {
    ...of,
    consumer:
      group === undefined
        ? undefined
        : keepReplica<D, unknown>(of, { group, filter, lingerMs, takesKeysWhole }),
    async write(tx, { type, payload }) {
      if (type === event.typeName) await save(tx, [fromBinary(event, payload)])
    },
  }
}

/**
 * The consumer that keeps a replica from which something follows.
 * @param about what follows from the news, in the same transaction, together or one by one, as in `consumer`; a rebuild
 * leaves it out
 */
export function keepReplica<D extends DescMessage, Deps>(
  { topic, event, save }: Replica<D>,
  {
    run,
    ...about
  }: About<MessageShape<D>> & { run?: Run<MessageShape<D>, Deps>; each?: Each<MessageShape<D>, Deps> },
): Consumer<Deps> {
  return consumer<D, Deps>({
    ...about,
    topic,
    event,
    run: async (events, received, deps) => {
      await save(received.tx, events)
      await run?.(events, received, deps)
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
