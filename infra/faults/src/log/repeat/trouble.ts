import type { Random } from '@talad/demo/random'
import type { Bus } from '@talad/shared/bus/port'
import type { Consumer } from '@talad/shared/consumer'
import type { Db } from '@talad/shared/db'

/** How the handling of a message goes wrong for a while. */
const KINDS = ['poison-before', 'poison-after', 'away'] as const
type Kind = (typeof KINDS)[number]

/** Poison fails also when it is tried again at once: it has to be parked. */
const POISONED_TRIES = 2

/** What goes wrong in a schedule. */
export type Trouble = {
  plan(message: string, kind: Kind): void
  /** one of the next commits is done, and its answer lost */
  loseAnswer(commits: number): void
  /** what is due to this message now */
  take(message: string): Kind | undefined
  isLost(): boolean
  /** the next tries to get a connection fail */
  refuseConnections(): void
  isRefused(): boolean
  clear(): void
}

export function createTrouble(): Trouble {
  const planned = new Map<string, { kind: Kind; tries: number }>()
  let commits = 0
  let refusals = 0
  return {
    plan: (message, kind) => void planned.set(message, { kind, tries: kind === 'away' ? 1 : POISONED_TRIES }),
    loseAnswer(count) {
      commits = count
    },
    take(message) {
      const due = planned.get(message)
      if (!due) return undefined
      due.tries -= 1
      if (due.tries === 0) planned.delete(message)
      return due.kind
    },
    isLost: () => commits > 0 && --commits === 0,
    refuseConnections() {
      refusals = POISONED_TRIES
    },
    isRefused: () => refusals > 0 && refusals-- > 0,
    clear() {
      planned.clear()
      commits = 0
      refusals = 0
    },
  }
}

export function drawKind(random: Random, poison: boolean): Kind {
  return poison ? (KINDS[Math.floor(random() * KINDS.length)] ?? 'away') : 'away'
}

const connectionLost = () => Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' })

/** @throws what the kind of trouble means, at the end that it is for */
function suffer(kind: Kind | undefined, end: 'before' | 'after'): void {
  if (kind === 'away' && end === 'after') throw connectionLost()
  if (kind === `poison-${end}`) throw new Error('a handler that fails for a while')
}

/** The same consumers, of which some calls fail: before they have done anything, or when all is done but the commit. */
export function troubled<D>(consumers: readonly Consumer<D>[], trouble: Trouble): Consumer<D>[] {
  return consumers.map((one) =>
    one.run === undefined
      ? one
      : {
          ...one,
          async run(messages, by, deps) {
            const kinds = messages.map(({ id }) => trouble.take(id))
            for (const kind of kinds) suffer(kind, 'before')
            await one.run(messages, by, deps)
            for (const kind of kinds) suffer(kind, 'after')
          },
        },
  )
}

/** Lets answers to commits be lost on connections of this pool. */
export function losingAnswers(db: Db, trouble: Trouble): Db {
  db.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const loses = async (...given: unknown[]) => {
      await query(...given)
      throw connectionLost()
    }
    const troubledQuery = (...given: unknown[]) =>
      given[0] === 'commit' && trouble.isLost() ? loses(...given) : query(...given)
    client.query = troubledQuery as typeof client.query
  })
  return db
}

/** Lets a pool be without connections for some tries. It is asked for connections only: its own queries would wait. */
export function refusingConnections(db: Db, trouble: Trouble): void {
  const connect = db.connect.bind(db) as () => Promise<unknown>
  const refusing = async () => {
    if (trouble.isRefused()) throw new Error('no connection to be had')
    return connect()
  }
  db.connect = refusing as typeof db.connect
}

/**
 * For a subscriber of whole batches: somebody who is away is so when the batch is done and its place is to be saved.
 * @param onPoison puts the poison of a message in its way
 */
export function troubledBatches(bus: Bus, trouble: Trouble, onPoison: () => void = () => undefined): Bus {
  return {
    ...bus,
    subscribe: (options) =>
      bus.subscribe({
        ...options,
        async handle(batch, moved) {
          const kinds = batch.map(({ id }) => trouble.take(id))
          if (kinds.some((kind) => kind?.startsWith('poison'))) onPoison()
          await options.handle(batch, moved)
          if (kinds.includes('away')) throw connectionLost()
        },
      }),
  }
}
