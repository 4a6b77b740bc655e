import { setTimeout as delay } from 'node:timers/promises'
import type { Run } from '@talad/dev/run-file'
import { leftToDo, unhandled } from '@talad/faults/judge/drained'
import { manifests } from '@talad/services/manifests'
import { lagOf } from '@talad/shared/bus/postgres-log'
import { type Db, openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'

const PATIENCE_MS = 300_000
const LOOK_MS = 500
/** What is due later than this is not waited for. */
const DUE_WITHIN_SECONDS = 20

/** Jobs that are being done or will be soon, but for the recurring ones, which have no key. */
async function dueJobs(name: string, db: Db): Promise<string[]> {
  const { rows } = await db.query<{ what: string }>(
    `select format('${name}: %s of %s is due', task, key) as what from kit.job
     where key <> '' and (claimed_by is not null or run_at <= now() + make_interval(secs => $1))`,
    [DUE_WITHIN_SECONDS],
  )
  return rows.map(({ what }) => what)
}

/**
 * Looks all the time whether a system on the embedded bus has anything left to do, but for purchases that nobody has paid:
 * what the looks cost Postgres, the idle system pays too.
 */
export function watchForQuiet(run: Run) {
  const onError = () => undefined
  const open = (name: string) => openDb(run.databases[name] ?? '', { max: 2, owner: true, onError })
  const dbs = new Map<string, Db>(manifests.map(({ name }) => [name, open(name)]))
  const db = (name: string) => dbs.get(name) ?? open(name)
  // a bus of our own would listen, and the system would notify it
  const busDb = open('bus')
  const bus = { lag: (group: string) => lagOf(busDb, group) }
  let left = ['nothing has been looked at']
  let begun = 0
  const look = async () => {
    const since = performance.now()
    const jobs = await Promise.all([...dbs].map(([name, one]) => dueJobs(name, one)))
    const all = [...(await leftToDo({ db, run })), ...(await unhandled(bus)), ...jobs.flat()]
    left = all.filter((what) => !what.endsWith('waits for its payment'))
    begun = since
  }
  let isOpen = true
  const looking = (async () => {
    for (; isOpen; await delay(LOOK_MS)) await look()
  })()
  return {
    /** Resolves when a look that began after this call has found nothing. @throws Error with what is left */
    async quiet() {
      const since = performance.now()
      const isQuiet = () => begun > since && left.length === 0
      await Promise.race([until('the system is quiet', isQuiet, PATIENCE_MS), looking]).catch(
        (cause: unknown) => {
          throw new Error(`it doesn't get quiet: ${left.slice(0, 8).join('; ')}`, { cause })
        },
      )
    },
    async close() {
      isOpen = false
      await looking.catch(onError)
      await Promise.all([busDb, ...dbs.values()].map((one) => one.end()))
    },
  }
}
