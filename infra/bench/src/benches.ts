import type { Bench } from './bench.ts'
import { busBench } from './bus/bench.ts'
import { eventLogBench } from './event-log/bench.ts'
import { imagesBench } from './images/bench.ts'
import { indexerBench } from './indexer/bench.ts'
import { intakeBench } from './intake/bench.ts'
import { ledgerBench } from './ledger/bench.ts'
import { listsBench } from './lists/bench.ts'
import { moderationBench } from './moderation/bench.ts'
import { purchaseBench } from './purchase/bench.ts'
import { startBench } from './start/bench.ts'
import { suspensionBench } from './suspension/bench.ts'

export const benches: readonly Bench[] = [
  ledgerBench,
  eventLogBench,
  busBench,
  purchaseBench,
  indexerBench,
  intakeBench,
  listsBench,
  imagesBench,
  moderationBench,
  suspensionBench,
  startBench,
]
