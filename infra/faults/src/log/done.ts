import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@talad/shared/clock'
import type { ConsumerDeps } from '@talad/shared/consumer'
import type { Tx } from '@talad/shared/db'
import { createNotifier } from '@talad/shared/notifier'
import { until } from '@talad/shared/testing/wait'
import type { Database, Harness } from '../harness.ts'
import { holds } from '../proof.ts'

/** What is to be handled once of a key, and after what was sent before of the same key. */
export type Handled = { key: string; what: string }

/** A database in which a consumer notes what it handles, a row each. */
export type Done = Database & {
  /** what such a consumer works with */
  deps: ConsumerDeps
  count(): Promise<number>
  /** @throws Disproved unless of each key the same was handled as was sent, in the same order, once */
  compare(sent: readonly Handled[]): Promise<void>
}

/** Called in the transaction of what is handled. */
export async function noteDone(tx: Tx, { key, what }: Handled): Promise<void> {
  await tx.query('insert into done (key, what) values ($1, $2)', [key, what])
}

export async function openDone(harness: Harness, most?: number): Promise<Done> {
  const { bus, closing } = harness
  const database = await harness.database(undefined, most)
  const { db, owner } = database
  await owner.query(`create table public.done (seq bigint generated always as identity, key text, what text);
    grant select, insert on public.done to talad_app`)
  const notifier = createNotifier(db)
  closing.add('the notifier', () => notifier.close())
  const log = { warn: () => undefined, error: () => undefined }
  return {
    ...database,
    deps: { db, bus, notifier, now: systemClock, log },
    async count() {
      const { rows } = await db.query<{ count: bigint }>('select count(*) as count from done')
      return Number(rows[0]?.count)
    },
    async compare(sent) {
      const { rows } = await db.query<Handled>('select key, what from done order by seq')
      const [handled, wanted] = [Map.groupBy(rows, ({ key }) => key), Map.groupBy(sent, ({ key }) => key)]
      for (const key of new Set([...wanted.keys(), ...handled.keys()])) {
        const [got = [], due = []] = [handled.get(key), wanted.get(key)]
        const at = due.findIndex(({ what }, index) => got[index]?.what !== what)
        holds(at < 0, `of ${key}, ${got[at]?.what ?? 'nothing'} was handled where ${due[at]?.what} was due`)
        holds(got.length === due.length, `of ${key}, ${got.length} were handled, ${due.length} were sent`)
      }
    },
  }
}

/**
 * Waits until all has come, or nothing more has for a while: what is missing by then is lost, which the comparison tells.
 * @param count how much has come
 */
export async function untilStill(
  count: () => number | Promise<number>,
  isAll: (count: number) => Promise<boolean>,
  { stillMs, withinMs }: { stillMs: number; withinMs: number },
): Promise<void> {
  let before = -1
  let since = performance.now()
  const look = async () => {
    const now = await count()
    if (now !== before) since = performance.now()
    before = now
    if (performance.now() - since > stillMs) return true
    await delay(100)
    return isAll(now)
  }
  await until('nothing more comes', look, withinMs)
}
