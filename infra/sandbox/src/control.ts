/** The control interface: what the sandbox holds, decisions without a browser, and misbehaviour. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Callbacks } from './chillpay/callback.ts'
import { choiceSchema, settle } from './chillpay/desk.ts'
import { endReturn } from './chillpay/returns.ts'
import type { Transactions } from './chillpay/transactions.ts'
import { paymentStatus } from './chillpay-format.ts'
import type { Context } from './context.ts'
import { newFaultSchema } from './faults.ts'
import { requestAnswer } from './join/api.ts'
import { type People, profile } from './join/people.ts'
import type { Requests } from './join/requests.ts'
import type { Sessions } from './join/sessions.ts'
import { joinUserSchema, kycLevels } from './options.ts'
import { notFound, read } from './refusal.ts'

const httpUrl = z.url({ protocol: /^https?$/ })

const merchantSchema = z.strictObject({
  callbackUrl: httpUrl.optional(),
  resultUrl: httpUrl.optional(),
  resultMethod: z.enum(['GET', 'POST']).optional(),
})

const settleSchema = z.strictObject({
  orderNo: z.string(),
  choice: choiceSchema,
  callback: z.boolean().default(true),
})

const transactionSchema = z.strictObject({
  orderNo: z.string(),
  /** Satang, decimal: the provider takes another amount than it was asked for. */
  amount: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .optional(),
  settled: z.boolean().optional(),
  refusesReturns: z.boolean().optional(),
  slowReturns: z.boolean().optional(),
})

const returnSchema = z.strictObject({
  orderNo: z.string(),
  choice: z.enum(['done', 'rejected', 'sent_back']),
})

const orderSchema = z.strictObject({ orderNo: z.string() })
const idSchema = z.object({ id: z.string() })
const decision = z.enum(['approve', 'reject'])
const sessionDecisionSchema = z.strictObject({ decision, userId: z.string().optional() })
const requestDecisionSchema = z.strictObject({ decision })

const newPeopleSchema = z.strictObject({ users: z.array(joinUserSchema) })

const personSchema = z.strictObject({
  level: z.enum(kycLevels).optional(),
  autoApprove: z.boolean().optional(),
})

type Deps = {
  context: Context
  transactions: Transactions
  callbacks: Callbacks
  people: People
  sessions: Sessions
  requests: Requests
}

/** Routes under `/control`. */
export function control(app: FastifyInstance, deps: Deps) {
  const { context, people, sessions, requests, transactions } = deps

  app.get('/control', async () => ({
    chillpay: { merchant: publicMerchant(transactions), transactions: transactions.all() },
    join: {
      users: people.all().map((person) => ({ ...profile(person), autoApprove: person.autoApprove })),
      sessions: sessions.all(),
      requests: requests.all().map(requestAnswer),
    },
    faults: context.faults.all(),
  }))
  app.post('/control/faults', async ({ body }, reply) =>
    reply.code(201).send(context.faults.add(read(newFaultSchema, body))),
  )
  app.delete('/control/faults', async (_request, reply) => {
    context.faults.clear()
    return reply.code(204).send()
  })
  chillpayControl(app, deps)
  joinControl(app, deps)
}

const publicMerchant = (transactions: Transactions) => {
  const { merchantCode, name, callbackUrl, resultUrl, resultMethod } = transactions.merchant()
  return { merchantCode, name, callbackUrl, resultUrl, resultMethod }
}

function chillpayControl(app: FastifyInstance, { context, transactions, callbacks }: Deps) {
  const demand = (orderNo: string) => {
    const found = transactions.byOrder(orderNo)
    if (!found) throw notFound('order')
    return found
  }

  app.patch('/control/chillpay/merchant', async ({ body }) => {
    transactions.changeMerchant(read(merchantSchema, body))
    return publicMerchant(transactions)
  })

  app.post('/control/chillpay/settle', async ({ body }) => {
    const { orderNo, choice, callback } = read(settleSchema, body)
    const settled = settle({ context, transactions }, demand(orderNo), paymentStatus[choice])
    if (callback) callbacks.start(orderNo)
    return settled
  })

  app.patch('/control/chillpay/transaction', async ({ body }) => {
    const { orderNo, ...change } = read(transactionSchema, body)
    const found = demand(orderNo)
    const changed = {
      ...found,
      amount: change.amount ?? found.amount,
      settled: change.settled ?? found.settled,
      refusesReturns: change.refusesReturns ?? found.refusesReturns,
      slowReturns: change.slowReturns ?? found.slowReturns,
    }
    transactions.put(changed)
    return changed
  })

  app.post('/control/chillpay/return', async ({ body }) => {
    const { orderNo, choice } = read(returnSchema, body)
    return endReturn(transactions, demand(orderNo), choice)
  })

  app.post('/control/chillpay/callback', async ({ body }) => {
    const { orderNo } = read(orderSchema, body)
    const found = demand(orderNo)
    callbacks.start(orderNo)
    return found
  })
}

function joinControl(app: FastifyInstance, { people, sessions, requests }: Deps) {
  app.post('/control/join/sessions/:id', async ({ params, body }) => {
    const asked = read(sessionDecisionSchema, body)
    return sessions.decide(read(idSchema, params).id, asked.decision, asked.userId)
  })

  app.post('/control/join/requests/:id', async ({ params, body }) => {
    const asked = read(requestDecisionSchema, body)
    return requestAnswer(await requests.decide(read(idSchema, params).id, asked.decision))
  })

  app.post('/control/join/users', async ({ body }, reply) => {
    const { users } = read(newPeopleSchema, body)
    people.add(users)
    return reply.code(201).send({ added: users.length })
  })

  app.patch('/control/join/users/:id', async ({ params, body }) => {
    const { id } = people.demand(read(idSchema, params).id)
    people.change(id, read(personSchema, body))
    const person = people.demand(id)
    return { ...profile(person), autoApprove: person.autoApprove }
  })
}
