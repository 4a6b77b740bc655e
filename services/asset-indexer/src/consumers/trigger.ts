import { type TriggerFinished, TriggerFinishedSchema } from '@talad/proto/campaign/v1/events'
import { consumer } from '@talad/shared/consumer'
import { columns } from '@talad/shared/db'
import { assetIdOf } from '../chain/ids.ts'
import type { Deps } from '../deps.ts'

/** How far uses of assets move, in one order. */
function moved(messages: readonly TriggerFinished[], chain: string) {
  const sums = new Map<string, number>()
  for (const { tokens, released } of messages)
    for (const { blockchain, contractAddress: contract, tokenId: token } of tokens) {
      if (blockchain !== chain) continue
      const id = assetIdOf(chain, contract, token)
      sums.set(id, (sums.get(id) ?? 0) + (released ? -1 : 1))
    }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).filter(([, by]) => by !== 0)
}

/** AI-27: counts what tokens were used for in campaigns; what is taken back counts no more. */
export const triggerFinished = consumer<typeof TriggerFinishedSchema, Deps>({
  topic: 'campaign.trigger.v1',
  group: 'asset-indexer.trigger',
  event: TriggerFinishedSchema,
  lingerMs: 250,
  filter: ({ status, tokens }) => status === 400 && tokens.some(({ blockchain }) => blockchain !== ''),
  async run(messages, { tx }, { config }) {
    const sums = moved(messages, config.CHAIN_SLUG)
    if (sums.length === 0) return
    await tx.query(
      `with held as (select a.id, d.by from unnest($1::text[], $2::int[]) d (id, by)
         join asset a using (id) order by a.id for update of a)
       update asset a set utility_usage = greatest(0, a.utility_usage + held.by) from held where a.id = held.id`,
      columns(
        sums,
        ([id]) => id,
        ([, by]) => by,
      ),
    )
  },
})
