import { LOG_CHANNEL } from '@talad/shared/handle'
import { type Loop, startLoop } from '@talad/shared/loop'
import { startSweeper } from '@talad/shared/sweeper'
import { listenHeads } from './chain/heads.ts'
import { dueCollections, refreshCollection } from './collection/stats.ts'
import type { Deps } from './deps.ts'
import { refreshDue } from './market/refresh.ts'
import { createScanner } from './scan/scanner.ts'
import { SYNC_CHANNEL } from './sync/store.ts'
import { imageSweeper, metadataSweeper } from './sync/sweepers.ts'

/** While the node tells of its blocks, it is asked so many times less often. */
const TOLD_RESTS = 4

/** Follows the chain. */
function startScanLoop(deps: Deps, onError: (error: unknown) => void): Loop {
  const { config, scanDb: db, rpc, now, log, wake } = deps
  const step = createScanner({
    ...{ db, rpc, now, log },
    blockchain: config.CHAIN_SLUG,
    confirmations: config.CONFIRMATIONS,
    seaport: config.SEAPORT_ADDRESS,
    factory: config.FACTORY_ADDRESS,
    firstBlock: Number(config.START_BLOCK),
    onApplied: ({ facts, newAssets }) => {
      if (facts > 0) wake.notify(LOG_CHANNEL)
      if (newAssets > 0) wake.notify(SYNC_CHANNEL)
    },
    onRolledBack: () => wake.notify(LOG_CHANNEL),
  })
  let checked = false
  const checkedStep = async () => {
    if (!checked) {
      const answered = await rpc.chainId()
      if (answered !== config.CHAIN_ID)
        throw new Error(`the node is of chain ${answered}, not ${config.CHAIN_ID}`)
      checked = true
    }
    return step()
  }
  const heads = config.RPC_WS_URL ? listenHeads(config.RPC_WS_URL, () => loop.wake()) : undefined
  const rested = async () => (await checkedStep()) || (heads?.isOpen() ? false : config.POLL_MS)
  const loop = startLoop(rested, { idleMs: config.POLL_MS * TOLD_RESTS, onError })
  return {
    wake: () => loop.wake(),
    async close() {
      heads?.close()
      await loop.close()
    },
  }
}

/** Works off which assets orders and sales have touched. */
function startMarketLoop(deps: Deps, onError: (error: unknown) => void): Loop {
  const step = async () => (await refreshDue(deps.db, deps.now())) > 0
  const loop = startLoop(step, { idleMs: 1_000, onError })
  const unlisten = deps.wake.listen(LOG_CHANNEL, () => loop.wake())
  return {
    wake: () => loop.wake(),
    async close() {
      unlisten()
      await loop.close()
    },
  }
}

/** Everything that the indexer does by itself. */
export function startLoops(deps: Deps): Loop[] {
  const onError = (error: unknown, key?: string) => deps.log.error({ err: error, key }, 'background fault')
  const background = { db: deps.db, wake: deps.wake, onError }
  return [
    startScanLoop(deps, onError),
    startMarketLoop(deps, onError),
    startSweeper(background, metadataSweeper(deps), [SYNC_CHANNEL]),
    startSweeper(background, imageSweeper(deps), [SYNC_CHANNEL]),
    startSweeper(background, {
      name: 'asset-indexer.stats',
      everyMs: 1_000,
      due: () => dueCollections(deps.db, deps.now()),
      run: (collection) => refreshCollection(deps.db, collection, deps.now()),
      key: (collection) => collection.id,
      concurrency: 1,
    }),
  ]
}
