import { inTx } from '../db.ts'
import type { Bus, Subscription } from './port.ts'
import { forgetGroup, hasHandledUntil, pruneMessages } from './postgres-kept.ts'
import { channelOf, insertMessages, lagOf, partitionOf, SCHEMA, seekOffsets } from './postgres-log.ts'
import { membersOf, startMember } from './postgres-member.ts'
import { processBus } from './process-bus.ts'
import { STUCK_AFTER_MS, startWatchdog, type Watched } from './watchdog.ts'

export type PostgresBusOptions = {
  onError: (error: unknown) => void
  /** told when messages wait and a handler does not answer; nothing happens when absent */
  onStuck?: ((group: string, silentMs: number) => void) | undefined
  /** how long a handler may be silent; checks come every sixth of it */
  stuckAfterMs?: number
}

/**
 * The embedded bus: a log table in a database of its own, offsets by group, woken by LISTEN/NOTIFY.
 * @param url of a database that this bus may create its tables in
 */
export async function connectPostgresBus(url: string, options: PostgresBusOptions): Promise<Bus> {
  const shared = processBus(url, options)
  const { db, notifier, offsets } = shared
  await inTx(db, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('bus.schema'))`)
    await tx.query(SCHEMA)
  }).catch(async (error: unknown) => {
    await shared.close()
    throw error
  })
  const open = new Set<Subscription>()
  const members = new Set<Watched>()
  const watchdog = startWatchdog({
    members: () => members,
    limitMs: options.stuckAfterMs ?? STUCK_AFTER_MS,
    onStuck: (group, silentMs) => options.onStuck?.(group, silentMs),
  })
  const atRest = async (group: string) => {
    const members = await membersOf(db, group)
    if (members.length > 0) throw new Error(`group ${group} has ${members.length} running members`)
  }
  return {
    async publish(messages) {
      if (messages.length === 0) return
      await insertMessages(db, messages)
      const channels = messages.map(({ topic, key }) => channelOf(topic, partitionOf(key)))
      for (const channel of new Set(channels)) notifier.notify(channel)
    },
    async subscribe(subscription) {
      const member = await startMember(shared, subscription)
      members.add(member)
      const handle = {
        async close() {
          if (!open.delete(handle)) return
          await member.close()
          members.delete(member)
        },
      }
      open.add(handle)
      return handle
    },
    async seek(group, topic, to) {
      await atRest(group)
      await seekOffsets(db, group, topic, to)
    },
    async forget(group) {
      await atRest(group)
      await forgetGroup(db, group)
    },
    async lag(group) {
      await offsets.flush()
      return lagOf(db, group)
    },
    async hasHandledUntil(group, at) {
      await offsets.flush()
      return hasHandledUntil(db, group, at)
    },
    prune: (about) => pruneMessages(db, about),
    async ensureTopics() {
      // a topic is a value in a column here
    },
    async close() {
      await watchdog.close()
      await Promise.all([...open].map((subscription) => subscription.close()))
      await shared.close()
    },
  }
}
