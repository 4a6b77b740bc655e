import { verifyLedger } from '@talad/ledger/books/proof'
import { hashChain } from '@talad/ledger/transfer/hash-chain'
import { type Db, openDb } from '@talad/shared/db'
import { readerLag } from '@talad/shared/event-log'
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
  load(seconds: number): Promise<Measured>
  yardstick(seconds: number): Promise<Measured>
}

const MINUTES = 10
const READER = 'projection.hash-chain'

/**
 * Posts for ten minutes with the hash chain sealed beside it, as in the service. The yardstick runs for some seconds of
 * each minute, so that a slower machine is not taken for decay.
 */
export async function endure({ url, db, scale, say, load, yardstick }: Asked): Promise<Endurance> {
  const sealDb = openDb(url, { max: 3 })
  const onError = (error: unknown) => say(String(error))
  const notifier = createNotifier(sealDb, { onError })
  const seal = followLog({ db: sealDb, notifier, onError }, hashChain)
  const minutes: { ours: number; ratio: number }[] = []
  const sealed = async () => {
    while ((await readerLag(db, READER)) > 0n) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  try {
    await sealed() // what was posted before would slow the yardstick of the first minutes
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const ours = await load(50 * scale)
      const bare = await yardstick(10 * scale)
      minutes.push({ ours: ours.perSecond, ratio: ours.perSecond / bare.perSecond })
      const lag = await readerLag(db, READER)
      say(
        `minute ${minute}: ${Math.round(ours.perSecond)}/s, bare ${Math.round(bare.perSecond)}/s, ${lag} batches to seal`,
      )
    }
    const lag = await readerLag(db, READER)
    const since = performance.now()
    await sealed()
    const catchUp = (performance.now() - since) / 1000
    const { transfers, faults } = await verifyLedger(db)
    if (faults.length > 0) throw new Error(`the ledger is not whole: ${faults.join('; ')}`)
    say(`${transfers} transfers are sealed and verified`)
    return { lines: linesOf(minutes, scale, Number(lag), catchUp) }
  } finally {
    await seal.close()
    await notifier.close()
    await sealDb.end()
  }
}

function linesOf(
  minutes: readonly { ours: number; ratio: number }[],
  scale: number,
  lag: number,
  catchUp: number,
): Line[] {
  const rate = (part: typeof minutes) => median(part.map(({ ours }) => ours))
  const relative = (part: typeof minutes) => median(part.map(({ ratio }) => ratio))
  const third = Math.floor(minutes.length / 3)
  const [first, last] = [minutes.slice(0, third), minutes.slice(-third)]
  const length = `${MINUTES * scale} minutes`
  return [
    {
      what: `with the hash chain sealed beside it, ${length}`,
      ours: rate(minutes),
      unit: 'transfers/s',
    },
    {
      what: `the last third of ${length}, as a part of the yardstick`,
      ours: relative(last),
      unit: '',
      yardstick: { what: 'the first third', figure: relative(first) },
      bar: { says: 'no decay: at least 0.9', reached: relative(last) / relative(first) >= 0.9 },
    },
    { what: 'batches not yet sealed at its end', ours: lag, unit: 'batches' },
    { what: 'until they were', ours: catchUp, unit: 's' },
  ]
}
