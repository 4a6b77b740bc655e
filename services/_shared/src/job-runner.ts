import type { Clock } from './clock.ts'
import { withContext } from './context.ts'
import type { Db, Queryable } from './db.ts'
import { type Claimed, claimJobs, failJob, finishJob, reclaimStale } from './job-claims.ts'
import { type AnyJob, JOB_CHANNEL } from './jobs.ts'
import { type Loop, startLoop, throttle } from './loop.ts'
import type { Notifier } from './notifier.ts'

export type JobDeps = {
  db: Db
  notifier: Notifier
  now: Clock
  log: { warn(about: object, text: string): void; error(about: object, text: string): void }
}

/** What became due by the clock alone, or was told and not heard, is noticed within this. */
const POLL_MS = 2_000
/** However much is asked for, it is looked for at most so often; the first of a quiet time at once. */
const LOOK_MS = 50
/** How often the work of dead processes is looked for. */
const FREE_MS = 5_000
/** From so many failures on, each is an error: somebody has to look. */
const ALERT_AFTER = 6

/** When a piece that failed is tried again: longer each time, never so long that a mended cause isn't noticed. */
export function retryAfterMs(
  { retryMs, maxRetryMs }: { retryMs: number; maxRetryMs: number },
  failures: number,
) {
  return Math.min(retryMs * 2 ** Math.min(failures, 30), maxRetryMs)
}

/** Has the one piece of a recurring job wait for its turn, if it doesn't already. */
async function ensureRecurring(db: Queryable, jobs: readonly AnyJob<never>[], now: Date): Promise<void> {
  const all = jobs.filter(({ everyMs }) => everyMs !== undefined)
  if (all.length === 0) return
  await db.query(
    `insert into kit.job (task, key, payload, context, run_at)
     select name, '', '{}', json_build_object('correlationId', name), at
     from unnest($1::text[], $2::timestamptz[]) first (name, at)
     on conflict do nothing`,
    [
      all.map(({ name }) => name),
      all.map(({ firstAfterMs = 0 }) => new Date(now.getTime() + firstAfterMs).toISOString()),
    ],
  )
}

/**
 * Runs the jobs of a service in this process: each kind in lanes of its own, no connection held while a piece runs. A
 * piece belongs to the process that claimed it for as long as the session of that process lives (see `freeClaims`).
 */
export function startJobs<Deps>(
  deps: JobDeps & Deps,
  jobs: readonly AnyJob<Deps>[],
  onError: (error: unknown) => void,
): Loop {
  const { db, notifier, now, log } = deps
  const byName = new Map(jobs.map((one) => [one.name, one]))
  const running = new Map<bigint, { task: string; work: Promise<void> }>()
  let isClosing = false
  let freedAt = Number.NEGATIVE_INFINITY

  async function fail(one: AnyJob<Deps>, piece: Claimed, error: unknown): Promise<void> {
    const failures = piece.failures + 1
    const about = { job: piece.task, key: piece.key, failures, err: error }
    if (failures < ALERT_AFTER) log.warn(about, 'job failed, will try again')
    else log.error(about, 'job keeps failing')
    const retryAt = new Date(now().getTime() + retryAfterMs(one, piece.failures))
    await failJob(db, notifier.session, piece, error, retryAt)
  }

  /** @returns whether nothing of it is left to be done */
  async function runOne(one: AnyJob<Deps>, piece: Claimed): Promise<boolean> {
    let nextAt: Date | undefined
    try {
      const run = { deps, now: now(), attempt: piece.failures + 1 }
      nextAt = (await withContext(piece.context, () => one.run(piece.payload, run))) ?? undefined
    } catch (error) {
      await fail(one, piece, error)
      return false
    }
    return finishJob(db, notifier.session, piece, nextAt)
  }

  function begin(piece: Claimed): void {
    const one = byName.get(piece.task)
    if (!one) return
    const work = runOne(one, piece)
      .catch(onError) // the note of its end was lost: `freeClaims` lets go of it
      .then((isGone) => {
        const wasFull = !freeLanes().has(piece.task) // others may have waited for a lane
        running.delete(piece.id)
        if (!isGone || wasFull || one.share !== undefined) loop.wake()
      })
    running.set(piece.id, { task: piece.task, work })
  }

  function freeLanes(): Map<string, number> {
    const free = new Map(jobs.map(({ name, concurrency }) => [name, concurrency]))
    for (const { task } of running.values()) free.set(task, (free.get(task) ?? 0) - 1)
    return new Map([...free].filter(([, lanes]) => lanes > 0))
  }

  const served = new Map<string, string>()
  const turns = () =>
    new Map(
      jobs.flatMap(({ name, share }) =>
        share === undefined ? [] : [[name, { share, after: served.get(name) ?? '' }] as const],
      ),
    )

  const step = async (): Promise<boolean | number> => {
    if (isClosing) return false
    await notifier.ready
    if (performance.now() - freedAt > FREE_MS) {
      await reclaimStale(db, notifier.session, [...running.keys()])
      freedAt = performance.now()
    }
    const lanes = freeLanes()
    if (lanes.size === 0) return false // whoever ends wakes us
    const { claimed, nextAt, after } = await claimJobs(db, notifier.session, lanes, now(), turns())
    for (const [task, source] of after) served.set(task, source)
    for (const piece of claimed) begin(piece)
    const taken = Map.groupBy(claimed, ({ task }) => task)
    const left = freeLanes()
    // a lane that became free while the others were filled: more may wait for it
    for (const [task, free] of lanes) if (left.has(task) && taken.get(task)?.length === free) return true
    return nextAt ? Math.max(1, nextAt.getTime() - now().getTime()) : false
  }
  const start = async () => {
    await ensureRecurring(db, jobs, now())
    started = true
    return true
  }
  let started = false
  const loop = startLoop(() => (started ? step() : start()), { idleMs: POLL_MS, onError })
  const hint = throttle(LOOK_MS, () => loop.wake())
  const unlisten = notifier.listen(JOB_CHANNEL, () => hint.wake())
  return {
    wake: () => loop.wake(),
    async close() {
      isClosing = true // what runs is finished; what waits stays due
      unlisten()
      hint.close()
      await loop.close()
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}
