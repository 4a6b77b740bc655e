import type { Random } from '@talad/demo/random'
import type { InMessage, Outgoing, OutMessage } from '@talad/shared/bus/port'
import type { Consumer, ConsumerDeps } from '@talad/shared/consumer'
import { type Db, openDb } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { handleTogether } from '@talad/shared/handling'
import type { AnyJob } from '@talad/shared/jobs'
import type { Manifest } from '@talad/shared/manifest'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { Disproved } from '../proof.ts'
import { crashable, createProcess, type ProcessModel } from './crashable.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

/** When every sequence begins: far from the clocks of machines, so that nothing is due by those. */
export const START = new Date('2040-01-01T00:00:00Z')

const MOST_AT_ONCE = 8

/** What every handler works with here. */
export type Kit = ConsumerDeps & { url: string }

/** A service as a workload has it simulated. */
export type ServiceSpec<D> = {
  service: {
    manifest: Manifest
    migrations: string
    consumers: readonly Consumer<D>[]
    publish(config: object): (row: Row) => readonly Outgoing[]
  }
  /** what its handlers work with in one process, beside what every service has */
  open(kit: Kit, process: ProcessModel): { deps: D; close?(): Promise<unknown> }
  /** the kinds of jobs that are done when they are due */
  jobs?: readonly AnyJob<D>[]
  /** a job may fail: it stays due */
  jobsMayFail?: boolean
  /** rules of invariants that go by the clock of the database */
  exceptInvariants?: readonly string[]
}

/** Some messages for one group of a service. */
export type Delivery = { label: string; handle(): Promise<void>; done(): void }

/** A service whose process works on a database, crashes and is started again. */
export type SimulatedService<D = unknown> = {
  name: string
  manifest: Manifest
  /** every kind of message that its groups take */
  consumes: readonly { group: string; topic: string; type?: string }[]
  url: string
  /** as an onlooker reads it */
  db: Db
  process: ProcessModel
  readonly deps: D
  restart(): Promise<void>
  /** forgets what other sequences have left to do, and all that the log has published until now */
  begin(): Promise<void>
  /** what its log publishes that it hasn't yet */
  relay(): Promise<OutMessage[]>
  put(message: OutMessage): void
  /** the next delivery of one group, or of any; undefined: all was read */
  next(random: Random, group?: string): Delivery | undefined
  /** does the jobs that are due. @returns how many were done */
  work(now: Date): Promise<number>
  /** when the next job is due */
  nextDue(): Promise<Date | undefined>
  close(): Promise<void>
}

const ignore = () => undefined
const log = { info: ignore, warn: ignore, error: ignore }
const notifier = { notify: ignore, listen: () => ignore, close: async () => undefined }
/** What is published is read from the logs, and what is consumed comes from mailboxes. */
const bus: Pick<ConsumerDeps['bus'], 'publish'> = { publish: async () => undefined }

/** A message as a relay sends it. The id is unique within a sequence. */
export function messageOf(id: string, out: Outgoing): OutMessage {
  return { ...out, id, headers: { ce_id: id, ce_correlationid: id }, time: START }
}

/** What was appended to a log after a position. */
export async function rowsAfter(db: Db, position: bigint): Promise<Row[]> {
  const { rows } = await db.query<Row>({
    name: 'after',
    text: `select position, txid::text as txid, stream, version, type, data, view, meta, at from kit.event
           where position > $1 order by position`,
    values: [position],
  })
  return rows
}

/** Where a log ends. */
export async function endOf(db: Db): Promise<bigint> {
  const { rows } = await db.query<{ end: bigint }>('select coalesce(max(position), 0) as end from kit.event')
  return rows[0]?.end ?? 0n
}

type Group<D> = {
  name: string
  takes(message: OutMessage): boolean
  handle(messages: readonly InMessage[], deps: D): Promise<void>
  box: Mailbox
}

/** Handles messages as the kit does, but for a failure, which is one of the sequence. */
async function handleAll<D extends ConsumerDeps>(
  members: readonly Consumer<D>[],
  messages: readonly InMessage[],
  deps: D,
): Promise<void> {
  const due = messages.flatMap((message) => {
    const one = members.find((member) => isOf(member, message))
    return one && (one.filter?.(message) ?? true) ? [{ one, message }] : []
  })
  let isParked = false
  const onParked = () => {
    isParked = true
  }
  const handling = { deps, onParked, onProgress: ignore, waits: new Map<string, number>() }
  for (let done = 0; done < due.length; ) done += await handleTogether(handling, due.slice(done))
  if (!isParked) return
  const { rows } = await deps.db.query<{ error: string }>(
    'select error from kit.dead_letter where resolved_at is null order by id desc limit 1',
  )
  throw new Disproved(`a message could not be handled: ${rows[0]?.error}`)
}

const isOf = ({ topic, type }: { topic: string; type?: string }, message: OutMessage) =>
  topic === message.topic && (type ?? message.type) === message.type

const groupsOf = <D extends ConsumerDeps>({ service: { consumers } }: ServiceSpec<D>): Group<D>[] =>
  [...Map.groupBy(consumers, ({ group }) => group)].map(([name, members]) => ({
    name,
    takes: (message) => members.some((one) => isOf(one, message)),
    handle: (messages, deps) => handleAll(members, messages, deps),
    box: createMailbox(),
  }))

type Due = { id: bigint; payload: unknown; revision: bigint }

/** Does the jobs of a kind that are due, one after the other. @returns how many were done */
async function doJobs<D extends { db: Db }>(
  deps: D,
  { name, run }: AnyJob<D>,
  now: Date,
  onFault: (error: unknown) => void,
): Promise<number> {
  const { rows } = await deps.db.query<Due>(
    'select id, payload, revision from kit.job where task = $1 and run_at <= $2 order by run_at, key',
    [name, now],
  )
  let done = 0
  for (const { id, payload, revision } of rows) {
    let again: Date | undefined
    try {
      again = (await run(payload, { deps, now, attempt: 1 })) ?? undefined
    } catch (error) {
      onFault(error)
      continue
    }
    done += 1
    // whoever asked for it again meanwhile has it done again
    await (again
      ? deps.db.query('update kit.job set run_at = $3 where id = $1 and revision = $2', [id, revision, again])
      : deps.db.query('delete from kit.job where id = $1 and revision = $2', [id, revision]))
  }
  return done
}

/** Opens a service on a database of its own, in which all sequences lie side by side. */
export async function openService<D>(
  postgres: string,
  now: () => Date,
  spec: ServiceSpec<D & ConsumerDeps>,
): Promise<SimulatedService<D & ConsumerDeps>> {
  const { service, jobs = [], jobsMayFail = false } = spec
  const { manifest } = service
  const database = await createTestDatabase(postgres, service.migrations)
  const { url } = database
  const db = openDb(url, { max: 2 })
  const publish = service.publish({})
  let groups = groupsOf(spec)
  let read = 0n

  const start = () => {
    const process = createProcess()
    const pool = crashable(openDb(url, { max: 3 }), process)
    const kit = { db: pool, url, bus, notifier, now, log } as unknown as Kit
    return { process, pool, ...spec.open(kit, process) }
  }
  let running = start()
  const stop = async () => {
    await running.process.settled()
    await running.close?.()
    await running.pool.end()
  }
  return {
    name: manifest.name,
    manifest: {
      ...manifest,
      invariants: manifest.invariants.filter(({ description: says }) =>
        (spec.exceptInvariants ?? []).every((rule) => !says.includes(rule)),
      ),
    },
    consumes: service.consumers.map(({ group, topic, type }) => ({ group, topic, ...(type && { type }) })),
    url,
    db,
    get process() {
      return running.process
    },
    get deps() {
      return running.deps
    },
    async restart() {
      await stop()
      running = start()
    },
    async begin() {
      groups = groupsOf(spec)
      read = await endOf(db)
      await db.query('delete from kit.job')
    },
    async relay() {
      const rows = await rowsAfter(db, read)
      read = rows.at(-1)?.position ?? read
      return rows.flatMap((row) =>
        publish(row).map((out, n) => messageOf(`${manifest.name}:${row.position}.${n}`, out)),
      )
    },
    put(message) {
      for (const { takes, box } of groups) if (takes(message)) box.put(message)
    },
    next(random, group) {
      const open = groups.filter(({ name, box }) => (group ?? name) === name && !box.isEmpty())
      const one = open[Math.floor(random() * open.length)]
      const batch = one?.box.next(random, MOST_AT_ONCE)
      if (!one || !batch) return undefined
      return {
        label: `${one.name} ${batch.messages.map(({ type }) => type).join(' ')}`,
        handle: () => one.handle(batch.messages, running.deps),
        done: batch.done,
      }
    },
    async work(at) {
      const { deps, process } = running
      const onFault = (error: unknown) => {
        if (!jobsMayFail || process.crashedAt !== undefined) throw error
      }
      let done = 0
      for (const one of jobs) done += await doJobs(deps, one, at, onFault)
      return done
    },
    async nextDue() {
      const { rows } = await db.query<{ due: Date | null }>(
        'select min(run_at) as due from kit.job where task = any($1)',
        [jobs.map(({ name }) => name)],
      )
      return rows[0]?.due ?? undefined
    },
    async close() {
      await stop()
      await db.end()
      await database.drop()
    },
  }
}

/** A service that does nothing but follow one topic, such as one that keeps a replica of it. */
export const openFollower = <D>(
  postgres: string,
  now: () => Date,
  service: ServiceSpec<D & ConsumerDeps>['service'],
  topic: string,
): Promise<SimulatedService> =>
  openService<D>(postgres, now, {
    service: { ...service, consumers: service.consumers.filter((one) => one.topic === topic) },
    open: (kit) => ({ deps: kit as unknown as D & ConsumerDeps }),
  })
