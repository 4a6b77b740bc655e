import { job } from '@talad/shared/jobs'
import { changeMany, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { mintJudgement } from '../lane/batching.ts'
import { mints } from '../mint/stream.ts'

/** How long what the chain has got is left to sink in. */
const AGAIN_MS = 5_000

/**
 * CA-48: a mint fails only where the chain lacks its key; what it has is mined, by whichever transaction. By then no
 * transaction of its batch can reach the chain any more.
 */
export const mintJudgementJob = job<{ batchId: string; reason: string }, Deps>(mintJudgement, {
  async run({ batchId, reason }, { deps }) {
    const { rows } = await deps.db.query<{ id: string; chain_key: string; address: string }>(
      `select m.id, m.chain_key, c.address from mint m join collection_contract c on c.id = m.contract_id
       where m.batch_id = $1 and m.state = 'open' order by m.seq`,
      [batchId],
    )
    const [first] = rows
    if (!first) return undefined
    const found = await deps.minter.used(
      first.address,
      rows.map(({ chain_key }) => chain_key),
    )
    const now = deps.now()
    const asked = rows.flatMap(({ id }, index) => {
      const used = found[index]
      if (used && !used.deep) return []
      const command = used
        ? ({ type: 'Mine', now, txHash: used.txHash, contract: first.address } as const)
        : ({ type: 'Fail', now, reason } as const)
      return { stream: mints, id, command }
    })
    await transact(deps, (tx) => changeMany(tx, asked, now))
    const failed = asked.filter(({ command }) => command.type === 'Fail')
    if (failed.length > 0) deps.log.error({ mints: failed.map(({ id }) => id), reason }, 'mints have failed')
    return asked.length < rows.length ? new Date(now.getTime() + AGAIN_MS) : undefined
  },
})
