import { indexerAdminHttp as http } from '@talad/proto/http/asset-indexer/indexer-admin'
import { describeFault, faultOf } from '@talad/shared/chain/rpc-error'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { conditions, inCollections, readAddresses } from '../asset/sql.ts'
import type { Deps } from '../deps.ts'
import { type Asked, judgeNode } from './judge-node.ts'
import {
  countSyncs,
  readFindings,
  readQueues,
  readReorganisations,
  readScanHealth,
  readSyncs,
  readUnread,
} from './read.ts'
import { readChains } from './registry.ts'
import { readSlowBlocks } from './slow-blocks.ts'

const TROUBLED = ['failed', 'sleep', 'dead']

type Answer = { asked: Asked; says: string | null; tookMs: number }

async function askNode({ rpc }: Pick<Deps, 'rpc'>): Promise<Answer> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  try {
    const [chainId, head] = await Promise.all([rpc.chainId(), rpc.head()])
    return { asked: { kind: 'answered', chainId, head }, says: null, tookMs: took() }
  } catch (error) {
    const throttled = faultOf(error) === 'throttled'
    return { asked: { kind: 'failed', throttled }, says: describeFault(error), tookMs: took() }
  }
}

/** What admins see of the index itself. */
export function healthRoutes(app: App, deps: Deps): void {
  const { db, config } = deps

  app.route(http.indexerHealth, async () => {
    const now = deps.now()
    const [answer, chains, scan, reorganisations, queues, findings, slow, unread] = await Promise.all([
      askNode(deps),
      readChains(db, config.CHAIN_SLUG),
      readScanHealth(db),
      readReorganisations(db),
      readQueues(db, now),
      readFindings(db),
      readSlowBlocks(db),
      readUnread(db),
    ])
    const { asked, says, tookMs } = answer
    const position = scan.position === null ? -1 : Number(scan.position)
    const blockSeconds = chains.find(({ followed }) => followed)?.block_seconds ?? null
    const state = judgeNode(asked, { chainId: config.CHAIN_ID, position, blockSeconds, now })
    const head = asked.kind === 'answered' ? asked.head : undefined
    return {
      chains,
      reorganisations,
      queues,
      ...findings,
      node: {
        state,
        says,
        head: head ? String(head.number) : null,
        head_at: head ? new Date(head.timestamp * 1_000).toISOString() : null,
        answered_ms: head ? tookMs : null,
      },
      scan: { ...scan, lag: head ? Math.max(0, head.number - position) : null, slow, unread },
    }
  })

  app.route(http.listSyncs, async ({ query }) => {
    const { kind, state, collection, contract, asset_id: assetId } = query
    const where = conditions()
    if (assetId !== undefined) where.add(`s.asset_id = ${where.value(assetId)}`)
    if (state !== undefined) where.add(`s.state = ${where.value(state)}`)
    else if (assetId === undefined) where.add(`s.state in (${TROUBLED.map((one) => `'${one}'`).join()})`)
    if (kind !== undefined) where.add(`s.kind = ${where.value(kind)}`)
    if (contract !== undefined)
      where.add(`a.contract = any(${where.value(readAddresses([contract], 'contract'))})`)
    inCollections(where, collection === undefined ? undefined : [collection])
    const total = query.count ? await countSyncs(db, where) : undefined
    return page(await readSyncs(db, where, query), query, total)
  })
}
