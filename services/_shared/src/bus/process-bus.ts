import { type Db, openDb } from '../db.ts'
import { createNotifier, type Notifier } from '../notifier.ts'
import { createOffsets, type Offsets } from './postgres-offsets.ts'
import { createReader, type Reader } from './postgres-reader.ts'
import { createSessions, type Sessions } from './postgres-session.ts'

/** What all services of this process have of an embedded bus together. */
export type ProcessBus = {
  db: Db
  /** they wake each other without Postgres, and one connection hears all other processes */
  notifier: Notifier
  /** what several groups are to be handed is read once */
  reader: Reader
  /** how far they all have come is saved together */
  offsets: Offsets
  /** what their locks are held by */
  sessions: Sessions
  /** Ends it with its last user. */
  close(): Promise<void>
}

type Kept = Omit<ProcessBus, 'close'> & { users: number; end: () => Promise<void> }
const kept = new Map<string, Kept>()

/** @param url of the database of the bus */
export function processBus(url: string, options: { onError: (error: unknown) => void }): ProcessBus {
  const known = kept.get(url) ?? open(url, options)
  kept.set(url, known)
  known.users += 1
  const { db, notifier, reader, offsets, sessions } = known
  return {
    db,
    notifier,
    reader,
    offsets,
    sessions,
    async close() {
      known.users -= 1
      if (known.users > 0) return
      if (kept.get(url) === known) kept.delete(url)
      await known.end()
    },
  }
}

function open(url: string, { onError }: { onError: (error: unknown) => void }): Kept {
  const db = openDb(url, { owner: true, max: 40, name: 'bus', onError, queryTimeoutMs: 15_000 })
  const notifier = createNotifier(db, { onError })
  const offsets = createOffsets(db, onError)
  const end = async () => {
    await notifier.close()
    await offsets.close()
    await db.end()
  }
  const reader = createReader(db)
  return { db, notifier, reader, offsets, sessions: createSessions(db), users: 0, end }
}
