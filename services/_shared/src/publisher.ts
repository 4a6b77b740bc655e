import type { Outgoing } from './bus/port.ts'
import type { Row } from './event-log.ts'
import type { AnyStream } from './published.ts'

/** Maps the stored events of several kinds of stream to messages. @throws Error on a stream of no known kind */
export function publisherOf(streams: readonly AnyStream[]): (row: Row) => readonly Outgoing[] {
  const byLength = [...streams].sort((one, other) => other.name.length - one.name.length)
  return (row) => {
    const found = byLength.find(({ name }) => row.stream.startsWith(`${name}-`))
    if (!found) throw new Error(`stream ${row.stream} is of no known kind`)
    return found.messages(row)
  }
}
