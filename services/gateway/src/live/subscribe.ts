import type { InMessage } from '@talad/shared/bus/port'
import { startLoop } from '@talad/shared/loop'
import type { Deps } from '../deps.ts'
import { groupOf, takeSlot } from './slot.ts'
import { LIVE_TOPICS, updatesOf } from './updates.ts'

type Feed = { close(): Promise<void> }

const IDLE_MS = 60_000

function show({ hub, log }: Deps, message: InMessage): void {
  try {
    hub.publish(message.id, updatesOf(message))
  } catch (error) {
    // one message that we don't understand may not stop the others; the services hold the truth anyway
    log.error({ err: error, message: message.id, type: message.type }, 'message is not shown live')
  }
}

async function openFeed(deps: Deps, from: Date): Promise<Feed> {
  const { db, bus, log } = deps
  await bus.ensureTopics(LIVE_TOPICS)
  const slot = await takeSlot(db, bus, LIVE_TOPICS, from)
  const subscription = await bus.subscribe({
    group: groupOf(slot.number),
    topics: LIVE_TOPICS,
    onError: (error) => log.error({ err: error }, 'live updates fault'),
    handle: async (batch) => {
      for (const message of batch) show(deps, message)
    },
  })
  log.info({ slot: slot.number }, 'live updates flow')
  return {
    async close() {
      await subscription.close()
      await slot.release()
    },
  }
}

/**
 * Feeds the hub with what is published from now on; what happened before is what clients read from the services. A bus
 * takes seconds to move a group (or is away), which the shop doesn't wait for: what is published meanwhile comes later.
 */
export async function subscribeLive(deps: Deps): Promise<Feed> {
  const from = deps.now()
  let feed: Feed | undefined
  const opening = startLoop(
    async () => {
      feed ??= await openFeed(deps, from)
      return false
    },
    {
      idleMs: IDLE_MS,
      onError: (error) => deps.log.warn({ err: error }, 'live updates do not flow yet'),
    },
  )
  return {
    async close() {
      await opening.close()
      await feed?.close()
    },
  }
}
