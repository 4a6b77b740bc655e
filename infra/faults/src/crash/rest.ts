import { control } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp as desk } from '@talad/proto/http/bank-withdrawal/admin'
import { z } from 'zod'
import { onceKnown, waitFor } from '../crowd/patient.ts'
import type { Harness } from './harness.ts'

const books = z.object({
  chillpay: z.object({ transactions: z.array(z.looseObject({ id: z.string(), status: z.int() })) }),
})
const PENDING = 9
const transferSchema = z.looseObject({ id: z.string(), reference: z.string(), failure: z.unknown() })
const transfersOf = z.object({ transfers: z.array(transferSchema) })
const decision = { note: 'nobody goes on with it', reason: 'nobody goes on with it' }

const OPEN = `(select id from shipping where status = 'pending')`

/** What waits for an admin is rejected; what the provider has, it pays as it was asked to; what a bank sent back is noted. */
async function endWithdrawals({ world, patientMs }: Harness): Promise<void> {
  const db = world.db('bank-withdrawal')
  const { call } = await world.chief()
  await waitFor(
    'no withdrawal waits for somebody',
    async () => {
      const { rows } = await db.query<{ id: string; status: string }>(
        `select id, status from withdrawal where status in ('holding', 'pending')`,
      )
      for (const { id: request_id } of rows.filter(({ status }) => status === 'pending'))
        await onceKnown(['version_conflict'], async () => {
          const { version } = (await call(desk.adminWithdrawal, { params: { request_id } })).request
          await call(desk.adminRejectWithdrawal, { body: { ...decision, request_id, version } })
        })
      return rows.length === 0
    },
    patientMs,
  )
  const answer = await fetch(`${world.run.sandbox}/control/payout`)
  const { transfers } = transfersOf.parse(await answer.json())
  const { rows } = await db.query<{ id: string; amount: bigint }>(
    `select id, value - service_fee as amount from withdrawal where status = 'provider_processing'`,
  )
  const asked = new Map(rows.map(({ id, amount }) => [id, Number(amount)]))
  for (const { id, reference } of transfers.filter((one) => asked.has(one.reference))) {
    await control(world.run, 'PATCH', `payout/transfers/${id}`, { amount: asked.get(reference) })
    await control(world.run, 'POST', `payout/transfers/${id}/decide`, { failure: null })
  }
  await db.query(`update kit.job set run_at = now() where task = 'withdrawal.payout' and claimed_by is null`)
  const back = transfers.filter(({ failure }) => failure !== null).map(({ reference }) => reference)
  const { rows: sentBack } = await db.query<{ id: string }>(
    `select id from withdrawal where status = 'success' and not returned and id = any($1)`,
    [back],
  )
  for (const { id: request_id } of sentBack)
    await onceKnown(['version_conflict'], async () => {
      const { version } = (await call(desk.adminWithdrawal, { params: { request_id } })).request
      await call(desk.adminWithdrawalReturned, { body: { ...decision, request_id, version } })
    })
}

/**
 * Ends what calls have left open: nobody goes on to pay, and time passes. Card payments fail, reservations are over.
 */
export async function endWhatIsOpen(harness: Harness): Promise<void> {
  const { world } = harness
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
  await endWithdrawals(harness)
}
