import type { Random } from '@talad/demo/random'
import type { Outgoing, OutMessage } from '@talad/shared/bus/port'
import type { Consumer, ConsumerDeps } from '@talad/shared/consumer'
import type { Db } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { handleAlone } from '@talad/shared/handling'
import { createPostBox, type PostBox } from '../money/post-box.ts'

/** What each group of a service has still to hear. */
type Letters<D> = { group: string; box: PostBox; takers: readonly Consumer<D>[] }

/** What waits for a service, group by group: late, some of it again, each key in its order. */
export type Mail<D> = {
  put(message: OutMessage): void
  isEmpty(group?: string): boolean
  /** the next messages of one group, or of any; undefined: all was heard */
  next(
    random: Random,
    most: number,
    group?: string,
  ): { says: string; handle(deps: D): Promise<void>; read(): void } | undefined
}

/** @param groups those of its consumers that are played */
export function createMail<D extends ConsumerDeps>(
  consumers: readonly Consumer<D>[],
  groups: readonly string[],
): Mail<D> {
  const all = groups.map((group): Letters<D> => {
    const takers = consumers.filter((one) => one.group === group)
    if (takers.length === 0) throw new Error(`nobody listens as ${group}`)
    return { group, takers, box: createPostBox() }
  })
  const waiting = (group: string | undefined) =>
    all.filter((one) => (group === undefined || one.group === group) && !one.box.isEmpty())
  return {
    put(message) {
      for (const { takers, box } of all)
        if (takers.some(({ topic, type }) => topic === message.topic && type === message.type))
          box.put(message)
    },
    isEmpty: (group) => waiting(group).length === 0,
    next(random, most, group) {
      const open = waiting(group)
      const letters = open[Math.floor(random() * open.length)]
      const batch = letters?.box.next(random, most)
      if (!letters || !batch) return undefined
      return {
        says: `${letters.group} ${batch.messages.map(({ type }) => type).join(' ')}`,
        read: batch.read,
        async handle(deps) {
          for (const message of batch.messages) {
            const one = letters.takers.find(({ type }) => type === message.type)
            if (one && (one.filter?.(message) ?? true)) await handleAlone(deps, { one, message })
          }
        },
      }
    },
  }
}

/** A log and what it makes others hear, from where it was read to. */
export type Log = { name: string; db: Db; messages: (row: Row) => readonly Outgoing[]; read: bigint }

/** What a log has grown by since it was last read. */
export async function newRows(log: Log): Promise<Row[]> {
  const { rows } = await log.db.query<Row>({
    name: 'after',
    text: `select position, txid::text as txid, stream, version, type, data, view, meta, at from kit.event
           where position > $1 order by position`,
    values: [log.read],
  })
  log.read = rows.at(-1)?.position ?? log.read
  return rows
}
