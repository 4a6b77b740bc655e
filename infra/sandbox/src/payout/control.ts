/** Decisions of the payout provider and its banks, without waiting. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { notFound, read } from '../refusal.ts'
import type { PayoutBooks } from './accounts.ts'

const idSchema = z.object({ id: z.string() })
const ms = z.number().int().min(0).max(1_000_000_000)

const settingsSchema = z
  .strictObject({
    deposited: z.number().int().min(0),
    vetMs: ms,
    payMs: ms,
    payMsOf: z.record(z.string(), ms),
  })
  .partial()

/** `failure: null` is a success; decided at once. */
const outcomeSchema = z.strictObject({
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
})
const amountSchema = z.strictObject({ amount: z.number().int().min(1) })

const numberSchema = z.strictObject({ number: z.string().regex(/^[0-9]{10,15}$/) })

/** Routes under `/control/payout`. */
export function payoutControl(
  app: FastifyInstance,
  { context, books }: { context: Context; books: PayoutBooks },
) {
  app.get('/control/payout', async () => ({
    settings: books.settings(),
    balance: books.balance(),
    recipients: books.recipients(),
    transfers: books.transfers(),
  }))

  app.patch('/control/payout', async ({ body }) => {
    const { deposited, vetMs, payMs, payMsOf } = read(settingsSchema, body)
    books.change({
      ...(deposited !== undefined && { deposited }),
      ...(vetMs !== undefined && { vetMs }),
      ...(payMs !== undefined && { payMs }),
      ...(payMsOf !== undefined && { payMsOf: { ...books.settings().payMsOf, ...payMsOf } }),
    })
    return books.settings()
  })

  app.post('/control/payout/recipients/:id/decide', async ({ params, body }) => {
    const found = books.recipient(read(idSchema, params).id)
    if (!found) throw notFound('recipient')
    const { failure } = read(outcomeSchema, body)
    books.putRecipient({ ...found, failure, decidedAt: context.now().toISOString() })
    return books.recipient(found.id)
  })

  app.post('/control/payout/transfers/:id/decide', async ({ params, body }) => {
    const found = books.transfer(read(idSchema, params).id)
    if (!found) throw notFound('transfer')
    const { failure } = read(outcomeSchema, body)
    books.putTransfer({ ...found, failure, decidedAt: context.now().toISOString() })
    return books.transfer(found.id)
  })

  /** A recipient stands for another account from now on: what a fault of the provider's looks like. */
  app.patch('/control/payout/recipients/:id', async ({ params, body }) => {
    const found = books.recipient(read(idSchema, params).id)
    if (!found) throw notFound('recipient')
    books.putRecipient({ ...found, ...read(numberSchema, body) })
    return books.recipient(found.id)
  })

  /** The provider's books say another amount from now on: what a fault of theirs looks like. */
  app.patch('/control/payout/transfers/:id', async ({ params, body }) => {
    const found = books.transfer(read(idSchema, params).id)
    if (!found) throw notFound('transfer')
    books.putTransfer({ ...found, ...read(amountSchema, body) })
    return books.transfer(found.id)
  })
}
