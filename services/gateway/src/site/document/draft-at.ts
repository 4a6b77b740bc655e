import type { Tx } from '@talad/shared/db'
import type { DocumentStream } from './stream.ts'

/** The draft as it was at a version that somebody has read; null where there was none. */
export async function draftAt<T>(
  tx: Tx,
  of: DocumentStream<T>,
  id: string,
  version: number,
): Promise<T | null> {
  const { rows } = await tx.query<{ type: string; data: unknown }>(
    `select type, data from kit.event where stream = $1 and version <= $2 and type = 'DraftSaved'
     order by version desc limit 1`,
    [`${of.name}-${id}`, version],
  )
  const event = rows[0] && of.event.parse(rows[0])
  return event?.type === 'DraftSaved' ? event.data.content : null
}
