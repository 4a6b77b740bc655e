import { inTx } from '@talad/shared/db'
import { recurring } from '@talad/shared/jobs'
import type { Deps } from '../deps.ts'
import { checkSoon } from '../order/row.ts'

/** Blocks that are looked at again, so that one that a reorganisation has replaced isn't missed. */
const AGAIN = 8n

/**
 * OB-4: what offers are paid with isn't in the index, so its logs are read here. They only say when to ask; what isn't
 * logged, as an allowance that was spent, is found by the look every ten minutes.
 */
export const watchPriceTokens = recurring<Deps>({
  name: 'price-tokens.watch',
  everyMs: 4_000,
  async run({ deps: { db, chain, market }, now }) {
    const tokens = market.tokens.filter(({ shipper }) => !shipper).map(({ address }) => address)
    if (tokens.length === 0) return
    const known = await db.query<{ block_number: bigint }>('select block_number from token_watch')
    const position = known.rows[0]?.block_number
    const from = position === undefined ? undefined : position > AGAIN ? position - AGAIN : 0n
    const { owners, upTo, more } = await chain.touched(tokens, from, position)
    await inTx(db, async (tx) => {
      await tx.query(
        `insert into token_watch (block_number) values ($1)
         on conflict (one) do update set block_number = excluded.block_number`,
        [upTo],
      )
      if (owners.length > 0) await checkSoon(tx, { offerers: owners }, now)
    })
    return more ? now : undefined
  },
})
