import { openDb } from '../db.ts'
import { createNotifier, type Notifier } from '../notifier.ts'

type Kept = { notifier: Notifier; users: number; end: () => Promise<void> }
const kept = new Map<string, Kept>()

/**
 * The notifier of a bus, one for all services of this process: they wake each other without Postgres, what they tell other
 * processes goes out together, and one connection hears all of them.
 * @param url of the database of the bus
 * @returns it; `close` ends it with its last user
 */
export function processNotifier(url: string, options: { onError: (error: unknown) => void }): Notifier {
  const known = kept.get(url) ?? open(url, options)
  kept.set(url, known)
  known.users += 1
  return {
    ...known.notifier,
    async close() {
      known.users -= 1
      if (known.users > 0) return
      if (kept.get(url) === known) kept.delete(url)
      await known.end()
    },
  }
}

function open(url: string, { onError }: { onError: (error: unknown) => void }): Kept {
  const db = openDb(url, { owner: true, max: 2, name: 'bus', onError, queryTimeoutMs: 15_000 })
  const notifier = createNotifier(db, { onError })
  const end = async () => {
    await notifier.close()
    await db.end()
  }
  return { notifier, users: 0, end }
}
