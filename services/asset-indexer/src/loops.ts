import { type Loop, startLoop } from '@talad/shared/loop'
import { listenHeads } from './chain/heads.ts'
import { ChainMoved, LogsMissing, NodeBehind } from './chain/node-faults.ts'
import type { Deps } from './deps.ts'
import { WrongChain, withFaultsNoted } from './health/scan-fault.ts'
import { createScanner } from './scan/scanner.ts'

/** While the node tells of its blocks, it is asked so many times less often. */
const TOLD_RESTS = 4

/** Follows the chain. */
function startScanLoop(deps: Deps, onError: (error: unknown) => void): Loop {
  const { config, scanDb: db, rpc, now, log } = deps
  const step = createScanner({
    db,
    rpc,
    now,
    log,
    blockchain: config.CHAIN_SLUG,
    confirmations: config.CONFIRMATIONS,
    seaport: config.SEAPORT_ADDRESS,
    factory: config.FACTORY_ADDRESS,
    firstBlock: Number(config.START_BLOCK),
  })
  let checked = false
  const checkedStep = async () => {
    if (!checked) {
      const answered = await rpc.chainId()
      if (answered !== config.CHAIN_ID) throw new WrongChain(answered, config.CHAIN_ID)
      checked = true
    }
    return step()
  }
  const heads = config.RPC_WS_URL ? listenHeads(config.RPC_WS_URL, () => loop.wake()) : undefined
  const noted = withFaultsNoted({ db: deps.db, now }, checkedStep)
  const rested = async () => (await noted()) || (heads?.isOpen() ? false : config.POLL_MS)
  const loop = startLoop(rested, { idleMs: config.POLL_MS * TOLD_RESTS, onError })
  return {
    wake: () => loop.wake(),
    async close() {
      heads?.close()
      await loop.close()
    },
  }
}

/** What passes by itself, and what the desk of the index tells. */
const waits = (error: unknown) =>
  error instanceof NodeBehind || error instanceof ChainMoved || error instanceof LogsMissing

/** What the indexer does by itself and is no job: it reads the chain. */
export function startLoops({ log, ...deps }: Deps): Loop[] {
  const onError = (error: unknown) =>
    waits(error)
      ? log.warn({ err: error }, 'the scan waits for the node')
      : log.error({ err: error }, 'background fault')
  return [startScanLoop({ log, ...deps }, onError)]
}
