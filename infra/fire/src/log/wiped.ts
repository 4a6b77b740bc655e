import { randomFrom } from '@talad/demo/random'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { systemClock } from '@talad/shared/clock'
import { type Consumer, type ConsumerDeps, runConsumers } from '@talad/shared/consumer'
import { openDb } from '@talad/shared/db'
import { readerLag } from '@talad/shared/event-log'
import { createNotifier } from '@talad/shared/notifier'
import { startRelay } from '@talad/shared/relay'
import { republish } from '@talad/shared/republish'
import { change } from '@talad/shared/stream'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'
import { type Context, holds } from '../proof.ts'
import { arrivalOf, NOTED_TOPIC, notes, publishNoted } from './noted.ts'

const STREAMS = 40
const WRITERS = 8
const PATIENCE_MS = 300_000
const STILL_MS = 10_000

const consumer: Consumer<ConsumerDeps> = {
  topic: NOTED_TOPIC,
  group: 'log.wiped',
  type: 'Noted',
  async handle(message, { tx }) {
    const { stream, version } = arrivalOf(message)
    await tx.query('insert into done (stream, version) values ($1, $2)', [stream, version])
  },
}

/** Empties the topics again and again while events are written, sent and handled. @returns how often */
export async function proveWiped({ postgres, size, seed, say }: Context, wipes: number): Promise<number> {
  const [own, busDb] = await Promise.all([createTestDatabase(postgres), createEmptyDatabase(postgres)])
  const onError = (error: unknown) => say(String(error))
  const [db, owner, busOwner] = [
    openDb(own.url, { max: 20 }),
    openDb(own.url, { owner: true, max: 2 }),
    openDb(busDb.url, { owner: true, max: 1 }),
  ]
  await owner.query(`create table public.done (seq bigint generated always as identity, stream text, version integer);
    grant select, insert on public.done to talad_app`)
  const notifier = createNotifier(db)
  const bus = await connectPostgresBus(busDb.url, { onError })
  const log = { warn: () => undefined, error: (about: object) => onError(JSON.stringify(about)) }
  const consumers = await runConsumers({ db, bus, notifier, now: systemClock, log }, [consumer])
  const relay = startRelay({ service: 'log', db, bus, notifier, publish: publishNoted, onError })
  const random = randomFrom(`${seed}/wipes`)
  let written = 0
  const work = async () => {
    while (written < size) {
      written += 1
      await change({ db, now: systemClock }, notes, `${Math.floor(random() * STREAMS)}`, ['x'])
    }
  }
  const handled = async () => {
    const { rows } = await db.query<{ count: bigint }>('select count(*) as count from done')
    return Number(rows[0]?.count)
  }
  try {
    const writing = Promise.all(Array.from({ length: WRITERS }, work))
    for (let n = 1; n <= wipes; n++) {
      await until('it is time for a wipe', () => written >= (n * size) / (wipes + 1), PATIENCE_MS)
      await republish(db, () => busOwner.query('truncate message'))
    }
    await writing
    let before = -1
    let since = performance.now()
    await until(
      'nothing more comes',
      async () => {
        const now = await handled()
        if (now !== before) since = performance.now()
        before = now
        return now >= size && (await readerLag(db, 'relay')) === 0n
          ? true
          : performance.now() - since > STILL_MS
      },
      PATIENCE_MS,
    )
    const { rows } = await db.query<{ stream: string; version: number }>(
      'select stream, version from done order by seq',
    )
    const newest = new Map<string, number>()
    for (const { stream, version } of rows) {
      const due = (newest.get(stream) ?? 0) + 1
      holds(version === due, `of ${stream}, event ${version} was handled where ${due} was due`)
      newest.set(stream, version)
    }
    holds(rows.length === written, `${written} events were written, ${rows.length} were handled`)
    return rows.length
  } finally {
    await relay.close()
    await consumers.close()
    await bus.close()
    await notifier.close()
    await Promise.all([db.end(), owner.end(), busOwner.end()])
    await Promise.all([own.drop(), busDb.drop()])
  }
}
