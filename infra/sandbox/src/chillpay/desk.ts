/** The card provider in the browser: the payment page, the way back, and the desk with recent transactions. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type PaymentStatus, paymentStatus } from '../chillpay-format.ts'
import type { Context } from '../context.ts'
import { pause } from '../faults.ts'
import type { Merchant } from '../options.ts'
import { notFound, read, refusal } from '../refusal.ts'
import type { Callbacks } from './callback.ts'
import { deskPage, paymentPage, resultFields, returnPage } from './pages.ts'
import type { Transaction, Transactions } from './transactions.ts'

/** How long the browser waits for the first attempt of the callback, which normally overtakes it. */
const callbackHeadStartMs = 1500

export const choiceSchema = z.enum(['success', 'fail', 'cancel', 'error'])

const pageChoiceSchema = z.object({ choice: z.enum(['success', 'fail', 'cancel']) })

const tokenSchema = z.object({ token: z.string() })

type Deps = { context: Context; transactions: Transactions; callbacks: Callbacks }

/** Routes under `/chillpay/pay` and `/chillpay/desk`. */
export function chillpayDesk(app: FastifyInstance, deps: Deps) {
  const { context, transactions, callbacks } = deps

  function find(params: unknown): Transaction {
    const found = transactions.byToken(read(tokenSchema, params).token)
    if (!found) throw notFound('payment')
    return found
  }

  app.get('/chillpay/pay/:token', async ({ params }, reply) => {
    const found = find(params)
    return reply.type('text/html').send(paymentPage(found, transactions.merchant(), context.now()))
  })

  app.post('/chillpay/pay/:token', async ({ params, body }, reply) => {
    const found = find(params)
    const { choice } = read(pageChoiceSchema, body)
    // A second choice changes nothing: the browser is only sent back again.
    if (found.status !== paymentStatus.pending) return sendBack(reply, found, transactions.merchant())
    if (context.now() >= new Date(found.expiresAt)) return reply.redirect(`/chillpay/pay/${found.token}`, 303)
    const settled = settle(deps, found, paymentStatus[choice])
    await Promise.race([callbacks.send(settled.id), pause(callbackHeadStartMs, context.stopping)])
    return sendBack(reply, settled, transactions.merchant())
  })

  app.get('/chillpay/desk', async (_request, reply) => {
    const recent = transactions.all().slice(-100).reverse()
    return reply.type('text/html').send(deskPage(recent, transactions.merchant()))
  })
}

/**
 * Writes the outcome of a payment.
 * @throws 409 when a successful payment would become something else
 */
export function settle(
  { context, transactions }: Pick<Deps, 'context' | 'transactions'>,
  transaction: Transaction,
  status: PaymentStatus,
): Transaction {
  // SP-21: only a success can follow an earlier end.
  if (transaction.status !== paymentStatus.pending && status !== paymentStatus.success)
    throw refusal(409, 'already_settled', `The payment has ended with ${transaction.status}`)
  const settled = { ...transaction, status, paidAt: context.now().toISOString() }
  transactions.put(settled)
  return settled
}

function sendBack(reply: FastifyReply, transaction: Transaction, merchant: Merchant) {
  if (merchant.resultUrl !== undefined && merchant.resultMethod === 'GET') {
    const target = new URL(merchant.resultUrl)
    for (const [name, value] of resultFields(transaction)) target.searchParams.set(name, value)
    return reply.redirect(target.href, 302)
  }
  return reply.type('text/html').send(returnPage(transaction, merchant))
}
