import { setTimeout as delay } from 'node:timers/promises'
import type { Bus, OutMessage } from '@talad/shared/bus/port'
import type { Consumer, ConsumerDeps } from '@talad/shared/consumer'
import { type Db, openDb } from '@talad/shared/db'
import { withLease } from '@talad/shared/lease'
import { createNotifier } from '@talad/shared/notifier'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'
import { holds } from '../../proof.ts'
import type { PlayedService } from './play.ts'
import { playBus } from './played-bus.ts'
import { type Look, type Played, seenIn } from './seen.ts'
import { NOW, type Script, type Seen } from './steps.ts'
import { createTrouble, losingAnswers, type Trouble } from './trouble.ts'

/** What every handler works with here. */
export type Common = ConsumerDeps & { url: string; bus: Bus }

export type Running = { close(): Promise<void> }
export type Drained = { resolved: number; waiting: number }

/** How a service is played: its handlers, what they work with, what happens to them, what is looked at. */
export type Play<D> = {
  service: Played<D>
  /** the messages, `<topic> <type>`, that it takes otherwise than by its consumers */
  takes?: readonly string[]
  open(common: Common): { deps: D; close(): Promise<void> }
  /** starts what listens; what is in trouble fails now and then */
  start(deps: D, trouble: Trouble): Promise<Running>
  /** the operator's retry */
  drain(deps: D): Promise<Drained>
  /** does what follows by itself: sweeps, read models */
  settle(deps: D): Promise<void>
  look: Look
  /** what is seen elsewhere than in its database */
  see?(deps: D): Seen
  scriptOf(seed: string): Script<D>
}

/** Every kind of message, `<topic> <type>`, that the service of a play takes from the bus. */
export function takenBy<D>({ service, takes = [] }: Pick<Play<D>, 'service' | 'takes'>): string[] {
  return [...service.consumers.map(({ topic, type }) => `${topic} ${type}`), ...takes]
}

type Handled = { id: string; group: string }

/**
 * The ids of those messages that every group that they concern has handled: what follows from one may need them all.
 * Nothing follows from one that concerns none of those who take it.
 */
export function handledByAll(
  consumers: readonly (Pick<Consumer<never>, 'topic' | 'group'> & {
    type?: string
    filter?: Consumer<never>['filter']
  })[],
  messages: readonly Pick<OutMessage, 'id' | 'topic' | 'type' | 'payload'>[],
  handled: readonly Handled[],
): string[] {
  return messages.flatMap((message) => {
    const { id, topic, type } = message
    const groups = new Set(handled.filter((one) => one.id === id).map(({ group }) => group))
    const takers = consumers.filter((one) => one.topic === topic && one.type === type)
    const concerned = takers.filter(({ filter }) => filter?.(message) ?? true)
    return takers.length > 0 && concerned.every(({ group }) => groups.has(group)) ? [id] : []
  })
}

/** A play on a database of its own. */
export type Harness<D> = PlayedService<D> & {
  play: Play<D>
  trouble: Trouble
  settle(): Promise<void>
  see(): Promise<Seen>
  reset(): Promise<void>
  close(): Promise<void>
}

const RETRIES_LEASE = 'talad.retries'
const VACUUM_EVERY = 100

/** What deletes all that a schedule leaves, triggers or not. */
async function wipeOf(owner: Db): Promise<{ wipe: string; vacuum: string }> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'kit')
       and tablename not in ('_prisma_migrations', 'migration', 'reader')`,
  )
  const names = rows.map(({ name }) => name)
  const deletes = names.map((name) => `delete from ${name}`)
  return {
    wipe: ['set session_replication_role = replica', ...deletes].join('; '),
    vacuum: `vacuum ${names.join(', ')}`,
  }
}

/** Opens a database and handlers for a play. */
export async function openHarness<D>(postgres: string, play: Play<D>): Promise<Harness<D>> {
  const { manifest, migrations } = play.service
  const database = await createTestDatabase(postgres, migrations)
  const { url } = database
  const trouble = createTrouble()
  const pools = {
    troubled: losingAnswers(openDb(url), trouble),
    calm: openDb(url),
    owner: openDb(url, { owner: true, max: 2 }),
  }
  const { bus, subscribed } = playBus()
  const notifier = createNotifier(pools.calm)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const common = { url, bus, notifier, now: () => NOW, log }
  const busy = play.open({ ...common, db: pools.troubled })
  const calm = play.open({ ...common, db: pools.calm })
  const running = await play.start(busy.deps, trouble)
  const heard = new Set(takenBy(play).map((one) => one.split(' ')[0] ?? ''))
  const listens = (topic: string) => subscribed.some(({ topics }) => topics.includes(topic))
  await until(`${manifest.name} listens`, () => [...heard].every(listens))
  const { wipe, vacuum } = await wipeOf(pools.owner)
  let resets = 0

  async function drain(): Promise<boolean> {
    const { resolved, waiting } = await play.drain(calm.deps)
    if (waiting === 0) return resolved > 0
    const { rows } = await pools.calm.query<{ error: string }>(
      'select error from kit.dead_letter where resolved_at is null order by id limit 1',
    )
    holds(rows.length === 0, `${manifest.name} can't handle what it was sent: ${rows[0]?.error}`)
    return true
  }

  return {
    play,
    trouble,
    acting: calm.deps,
    subscribed,
    drain,
    async handled(messages) {
      const { rows } = await pools.calm.query<Handled>(
        'select message_id as id, consumer_group as "group" from kit.inbox where message_id = any($1)',
        [messages.map(({ id }) => id)],
      )
      return handledByAll(play.service.consumers, messages, rows)
    },
    settle: () => play.settle(calm.deps),
    async see() {
      const [stored, more] = [await seenIn(pools.calm, play.service, play.look), play.see?.(calm.deps)]
      return more
        ? {
            every: [...stored.every, ...more.every],
            last: [...stored.last, ...more.last],
            copies: [...stored.copies, ...more.copies].sort(),
          }
        : stored
    },
    async reset() {
      resets += 1
      // not while something that was parked is being handled
      while (!(await withLease(pools.owner, RETRIES_LEASE, () => pools.owner.query(wipe)))) await delay(2)
      if (resets % VACUUM_EVERY === 0) await pools.owner.query(vacuum)
    },
    async close() {
      await running.close()
      await notifier.close()
      await Promise.all([busy.close(), calm.close()])
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
      await database.drop()
    },
  }
}
