import { accessBench } from './access/bench.ts'
import type { Bench } from './bench.ts'
import { busBench } from './bus/bench.ts'
import { holdingsBench } from './holdings/bench.ts'
import { imagesBench } from './images/bench.ts'
import { indexerBench } from './indexer/bench.ts'
import { intakeBench } from './intake/bench.ts'
import { ledgerBench } from './ledger/bench.ts'
import { listsBench } from './lists/bench.ts'
import { mintsBench } from './mints/bench.ts'
import { purchaseBench } from './purchase/bench.ts'
import { statementsBench } from './purchase/statements.ts'
import { refreshBench } from './refresh/bench.ts'
import { sitesBench } from './sites/bench.ts'
import { startBench } from './start/bench.ts'
import { strangersBench } from './strangers/bench.ts'
import { triggersBench } from './triggers/bench.ts'

export const benches: readonly Bench[] = [
  ledgerBench,
  busBench,
  purchaseBench,
  statementsBench,
  indexerBench,
  intakeBench,
  listsBench,
  imagesBench,
  refreshBench,
  sitesBench,
  startBench,
  strangersBench,
  triggersBench,
  holdingsBench,
  mintsBench,
  accessBench,
]
