import { control } from '@talad/dev/seed/site'
import { z } from 'zod'
import type { Harness } from './harness.ts'

const books = z.object({
  chillpay: z.object({ transactions: z.array(z.looseObject({ id: z.string(), status: z.int() })) }),
})
const PENDING = 9

const OPEN = `(select id from shipping where status = 'pending')`

/**
 * Ends what calls have left open: nobody goes on to pay, and time passes. Card payments fail, reservations are over.
 */
export async function endWhatIsOpen({ world }: Harness): Promise<void> {
  const answer = await fetch(`${world.run.sandbox}/control`)
  const { chillpay } = books.parse(await answer.json())
  for (const { id: orderNo, status } of chillpay.transactions)
    if (status === PENDING) await control(world.run, 'POST', 'chillpay/settle', { orderNo, choice: 'fail' })
  // past the rights of the service: the log refuses even its owner
  const past = new Date(Date.now() - 60_000).toISOString()
  for (const sql of [
    `update kit.event set data = jsonb_set(data::jsonb, '{expiresAt}', to_jsonb($1::text))
     where data -> 'expiresAt' is not null and stream in (select 'shipping-' || id from ${OPEN} open)`,
    `update shipping set expires_at = $1 where id in ${OPEN}`,
    `update kit.job set run_at = $1 where task = 'shipping.expiry' and key in ${OPEN}`,
    `update kit.chain_tx set next_at = $1 where status = 'pending'`,
  ])
    await world.force('shipping-payment', sql, [past])
}
