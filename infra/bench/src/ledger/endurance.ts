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

/** Transfers a second, also as a part of the yardstick's, and what was left to seal at its end. */
type Minute = { ours: number; ratio: number; lag: number; catchUp: number }

const MINUTES = 10
const READER = 'projection.hash-chain'

/**
 * Posts for ten minutes with the hash chain sealed beside it, as in the service. The yardstick runs for some seconds of
 * each minute, so that a slower machine is not taken for decay. Each begins when all is sealed, and the time of sealing
 * what a minute has posted counts as that minute's.
 */
export async function endure({ url, db, scale, say, load, yardstick }: Asked): Promise<Endurance> {
  const sealDb = openDb(url, { max: 3 })
  const onError = (error: unknown) => say(String(error))
  const notifier = createNotifier(sealDb, { onError })
  const seal = followLog({ db: sealDb, notifier, onError }, hashChain)
  const minutes: Minute[] = []
  const sealed = async () => {
    while ((await readerLag(db, READER)) > 0n) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  try {
    await sealed()
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const since = performance.now()
      const { count } = await load(50 * scale)
      const loaded = performance.now()
      const lag = Number(await readerLag(db, READER))
      await sealed()
      const ended = performance.now()
      const bare = await yardstick(10 * scale)
      const ours = (count / (ended - since)) * 1000
      const catchUp = (ended - loaded) / 1000
      minutes.push({ ours, ratio: ours / bare.perSecond, lag, catchUp })
      say(
        `minute ${minute}: ${Math.round(ours)}/s, bare ${Math.round(bare.perSecond)}/s, ${lag} batches sealed after it in ${catchUp.toFixed(2)} s`,
      )
    }
    const { transfers, faults } = await verifyLedger(db)
    if (faults.length > 0) throw new Error(`the ledger is not whole: ${faults.join('; ')}`)
    say(`${transfers} transfers are sealed and verified`)
    return { lines: linesOf(minutes, scale) }
  } finally {
    await seal.close()
    await notifier.close()
    await sealDb.end()
  }
}

function linesOf(minutes: readonly Minute[], scale: number): Line[] {
  const rate = (part: readonly Minute[]) => median(part.map(({ ours }) => ours))
  const relative = (part: readonly Minute[]) => median(part.map(({ ratio }) => ratio))
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
    { what: 'batches not yet sealed at its end', ours: minutes.at(-1)?.lag ?? 0, unit: 'batches' },
    { what: 'until they were', ours: minutes.at(-1)?.catchUp ?? 0, unit: 's' },
  ]
}
