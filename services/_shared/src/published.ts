import type { z } from 'zod'
import type { Outgoing } from './bus/port.ts'
import type { Row, StoredEvent } from './event-log.ts'
import type { ReadModel } from './read-model.ts'
import type { Stream } from './stream.ts'

/** The shapes of what is stored in the streams of a name: what others may know follows from it. */
export type Stored = { name: string; event: z.ZodType; view?: z.ZodType | undefined }

/** A kind of stream whose types don't matter to who holds it. */
export type AnyStream = Stored & {
  messages: (row: Row) => readonly Outgoing[]
  readModels: readonly ReadModel[]
}

/** A kind of stream as the runtime holds it: what its stored events mean outside. */
export function published<S, C, E extends StoredEvent, V>(of: Stream<S, C, E, V>): AnyStream {
  const { name, event, publish, publicState, readModels = [] } = of
  return {
    name,
    event,
    view: publicState?.schema,
    readModels,
    messages: (row) =>
      publish?.({
        id: row.stream.slice(name.length + 1),
        version: row.version,
        event: of.event.parse({ type: row.type, data: row.data }),
        // a stream without a public state has no view that `publish` could read
        view: (of.publicState ? of.publicState.schema.parse(row.view) : undefined) as V,
        at: row.at,
      }) ?? [],
  }
}
