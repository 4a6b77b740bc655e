import { marketJob } from '@talad/asset-indexer/jobs/market'
import { suspensionJob } from '@talad/asset-indexer/jobs/suspension'
import { activityJob } from '@talad/order-book/jobs/activity'
import { suspendedJob } from '@talad/order-book/jobs/suspended'
import type { Db } from '@talad/shared/db'
import type { AnyJob } from '@talad/shared/jobs'
import { doJobs } from '../log/repeat/job-queue.ts'
import { sent } from '../log/repeat/steps.ts'
import { holds } from '../proof.ts'
import type { Place } from './installation.ts'
import { insist, type Playing, post } from './play.ts'
import { type Mail, newRows } from './post.ts'

const MOST_AT_ONCE = 6
const MOST_ROUNDS = 400

/** The relays: what the logs have grown by is on its way. */
async function send(playing: Playing): Promise<void> {
  const { logs } = playing.touched
  for (const log of playing.logs.filter(({ name }) => logs.delete(name)))
    for (const row of await newRows(log))
      for (const [n, out] of log.messages(row).entries())
        post(playing, sent(log.name, `${row.position}.${n}`, out))
}

/** One group of a service hears something. */
async function hear<D>(playing: Playing, place: Place<D>, mail: Mail<D>): Promise<boolean> {
  const batch = mail.next(playing.sequence.random, MOST_AT_ONCE)
  if (!batch) return false
  playing.deliveries += 1
  playing.trace.push(batch.says)
  await insist(playing, place, (deps) => batch.handle(deps))
  batch.read()
  return true
}

function keepBooks({ books, ledgerBox, mail, sequence }: Playing): boolean {
  const batch = ledgerBox.next(sequence.random, MOST_AT_ONCE)
  if (!batch) return false
  for (const message of batch.messages) for (const answer of books.take(message)) mail.shipping.put(answer)
  batch.read()
  return true
}

/** What a kind of work throws is the death of its process, or a fault. */
export const throwIt = (error: unknown) => {
  throw error
}

/** Does what is due of some kinds in a service that has done anything since. */
async function work<D extends { db: Db }>(
  playing: Playing,
  place: Place<D>,
  jobs: readonly AnyJob<D>[],
): Promise<boolean> {
  if (!playing.touched.jobs.has(place.name)) return false
  let done = 0
  for (const job of jobs)
    done += await insist(playing, place, (deps) => doJobs(deps, job, throwIt, playing.at.now()))
  if (done === 0) playing.touched.jobs.delete(place.name)
  return done > 0
}

async function workAll(playing: Playing): Promise<boolean> {
  const { book, indexer } = playing.at
  const done = [
    await work(playing, book, [suspendedJob, activityJob]),
    await work(playing, indexer, [suspensionJob, marketJob]),
  ]
  return done.includes(true)
}

/** Some of what is on its way arrives, and some of what is due is done. */
export async function goOn(playing: Playing): Promise<void> {
  const { at, mail, sequence } = playing
  const { random } = sequence
  await send(playing)
  if (random() < 0.6) await hear(playing, at.shipping, mail.shipping)
  if (random() < 0.6) keepBooks(playing)
  if (random() < 0.6) await hear(playing, at.shipping, mail.shipping)
  if (random() < 0.5) await hear(playing, at.book, mail.book)
  if (random() < 0.3) await hear(playing, at.indexer, mail.indexer)
  if (random() < 0.3) await workAll(playing)
}

/** Everything that was said is heard, and everything that is due is done. */
export async function carry(playing: Playing): Promise<boolean> {
  const { at, mail } = playing
  for (let rounds = 0; ; rounds++) {
    holds(rounds < MOST_ROUNDS, 'messages follow from messages without end')
    await send(playing)
    const heard = [
      keepBooks(playing),
      await hear(playing, at.shipping, mail.shipping),
      await hear(playing, at.book, mail.book),
      await hear(playing, at.indexer, mail.indexer),
    ]
    if (heard.includes(true)) continue
    if (!(await workAll(playing))) return rounds > 0
  }
}
