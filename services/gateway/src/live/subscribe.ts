import type { Deps } from '../deps.ts'
import { groupOf, takeSlot } from './slot.ts'
import { LIVE_TOPICS, updatesOf } from './updates.ts'

/** Feeds the hub from the bus, from now on: what happened before is what clients read from the services. */
export async function subscribeLive({ db, bus, hub, log }: Deps): Promise<{ close(): Promise<void> }> {
  await bus.ensureTopics(LIVE_TOPICS)
  const slot = await takeSlot(db, bus, LIVE_TOPICS)
  const subscription = await bus.subscribe({
    group: groupOf(slot.number),
    topics: LIVE_TOPICS,
    onError: (error) => log.error({ err: error }, 'live updates fault'),
    handle: async (batch) => {
      for (const message of batch) {
        try {
          hub.publish(message.id, updatesOf(message))
        } catch (error) {
          // one message that we don't understand may not stop the others; the services hold the truth anyway
          log.error({ err: error, message: message.id, type: message.type }, 'message is not shown live')
        }
      }
    },
  })
  return {
    async close() {
      await subscription.close()
      await slot.release()
    },
  }
}
