import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { openDb } from '@talad/shared/db'
import { createNotifier } from '@talad/shared/notifier'
import { startRelay } from '@talad/shared/relay'
import { z } from 'zod'
import { publishNoted } from './noted.ts'

// The relay of a log in a process of its own, to be killed. Its settings come as JSON.
const { DATABASE_URL, BUS_DATABASE_URL } = z
  .object({ DATABASE_URL: z.string(), BUS_DATABASE_URL: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''))

const AWAY_MS = 30

/** A bus some milliseconds away: most of the relay's time is then before and behind a publish, where it is to be killed. */
function farAway(bus: Bus): Bus {
  return {
    ...bus,
    async publish(messages) {
      await delay(Math.random() * AWAY_MS)
      await bus.publish(messages)
      await delay(Math.random() * AWAY_MS)
    },
  }
}

const onError = (error: unknown) => console.error(error)
const db = openDb(DATABASE_URL, { max: 4, name: 'relay', onError })
const bus = farAway(await connectPostgresBus(BUS_DATABASE_URL, { onError }))
startRelay({
  service: 'log',
  db,
  bus,
  notifier: createNotifier(db, { onError }),
  publish: publishNoted,
  onError,
})
