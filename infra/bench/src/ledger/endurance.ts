import { verifyLedger } from '@talad/ledger/books/proof'
import { hashChain } from '@talad/ledger/transfer/hash-chain'
import { type Db, openDb } from '@talad/shared/db'
import { LOG_CHANNEL, readerLag } from '@talad/shared/event-log'
import { createNotifier } from '@talad/shared/notifier'
import { followLog } from '@talad/shared/read-model'
import type { Line } from '../bench.ts'
import { type Measured, median } from './load.ts'

export type Endurance = { lines: Line[] }

type Asked = {
  url: string
  db: Db
  /** 1: ten minutes */
  scale: number
  say(line: string): void
  /** @param posted is called after each batch, as the service's consumer wakes who reads the log */
  load(seconds: number, posted: () => void): Promise<Measured>
  yardstick(seconds: number): Promise<Measured>
}

/** Transfers a second, also as a part of the yardstick's, and what was left to seal at its end. */
type Turn = { ours: number; ratio: number; lag: number; catchUp: number }

const MINUTES = 10
/** So many turns of both a minute: what else the machine does meets both alike. */
const TURNS = 5
const SECONDS = { ours: 8, yardstick: 4 }
const READER = 'projection.hash-chain'

/**
 * Posts for ten minutes with the hash chain sealed beside it, as in the service, in turns with the yardstick, so that a
 * slower machine is not taken for decay. Each turn begins when all is sealed; sealing what was posted counts as ours.
 */
export async function endure({ url, db, scale, say, load, yardstick }: Asked): Promise<Endurance> {
  const sealDb = openDb(url, { max: 3 })
  const onError = (error: unknown) => say(String(error))
  const notifier = createNotifier(sealDb, { onError })
  const seal = followLog({ db: sealDb, notifier, onError }, hashChain)
  const turns: Turn[] = []
  const sealed = async () => {
    while ((await readerLag(db, READER)) > 0n) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  try {
    await sealed()
    for (let turn = 1; turn <= MINUTES * TURNS; turn += 1) {
      const since = performance.now()
      const { count } = await load(SECONDS.ours * scale, () => notifier.notify(LOG_CHANNEL))
      const loaded = performance.now()
      const lag = Number(await readerLag(db, READER))
      await sealed()
      const ended = performance.now()
      const bare = await yardstick(SECONDS.yardstick * scale)
      const ours = (count / (ended - since)) * 1000
      const catchUp = (ended - loaded) / 1000
      turns.push({ ours, ratio: ours / bare.perSecond, lag, catchUp })
      if (turn % TURNS === 0)
        say(
          `minute ${turn / TURNS}: ${Math.round(ours)}/s, bare ${Math.round(bare.perSecond)}/s, ${lag} batches sealed after it in ${catchUp.toFixed(2)} s`,
        )
    }
    const { transfers, faults } = await verifyLedger(db)
    if (faults.length > 0) throw new Error(`the ledger is not whole: ${faults.join('; ')}`)
    say(`${transfers} transfers are sealed and verified`)
    return { lines: linesOf(turns, scale) }
  } finally {
    await seal.close()
    await notifier.close()
    await sealDb.end()
  }
}

function linesOf(turns: readonly Turn[], scale: number): Line[] {
  const rate = (part: readonly Turn[]) => median(part.map(({ ours }) => ours))
  const relative = (part: readonly Turn[]) => median(part.map(({ ratio }) => ratio))
  const third = Math.floor(turns.length / 3)
  const [first, last] = [turns.slice(0, third), turns.slice(-third)]
  const length = `${MINUTES * scale} minutes`
  return [
    {
      what: `with the hash chain sealed beside it, ${length}`,
      ours: rate(turns),
      unit: 'transfers/s',
    },
    {
      what: `the last third of ${length}, as a part of the yardstick`,
      ours: relative(last),
      unit: '',
      yardstick: { what: 'the first third', figure: relative(first) },
      bar: { says: 'no decay: at least 0.9', reached: relative(last) / relative(first) >= 0.9 },
    },
    { what: 'batches not yet sealed at its end', ours: turns.at(-1)?.lag ?? 0, unit: 'batches' },
    { what: 'until they were', ours: turns.at(-1)?.catchUp ?? 0, unit: 's' },
  ]
}
