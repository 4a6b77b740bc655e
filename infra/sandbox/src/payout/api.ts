/** The payout provider's interface: recipients, transfers, balance, the file of a day. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { faultable } from '../faults.ts'
import type { PayoutBooks, Recipient, Transfer } from './accounts.ts'

const newRecipientSchema = z.strictObject({
  name: z.string().min(1).max(100),
  type: z.enum(['individual', 'corporation']),
  email: z.email(),
  tax_id: z.string().optional(),
  bank_account: z.strictObject({
    bank_code: z.string().regex(/^[A-Z0-9]{8}$/),
    number: z.string().regex(/^[0-9]{10,15}$/),
    name: z.string().min(1),
  }),
  metadata: z.object({ reference: z.string().min(1).max(64) }),
})

const newTransferSchema = z.strictObject({
  recipient: z.string(),
  amount: z.number().int().min(1),
  currency: z.literal('THB'),
  metadata: z.object({ reference: z.string().min(1).max(64) }),
})

const idSchema = z.object({ id: z.string() })
const referenceSchema = z.object({ reference: z.string() })
const daySchema = z.object({ day: z.iso.date() })

/** A number that no bank has: for showing what happens then. */
const NO_SUCH_ACCOUNT = /0000$/
const DAY_MS = 24 * 3_600_000

const error = (code: string, message: string) => ({ object: 'error', code, message })
const list = (data: object[]) => ({ object: 'list', total: data.length, data })

type Deps = { books: PayoutBooks; secretKey: string }

/** Routes under `/payout/v1`. */
export function payoutApi(app: FastifyInstance, { books, secretKey }: Deps) {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`

  const recipientAnswer = (row: Recipient) => {
    const failure = books.isDecided(row) ? row.failure : null
    return {
      object: 'recipient',
      id: row.id,
      name: row.name,
      type: row.type,
      livemode: false,
      active: failure === null,
      verified: books.isDecided(row) && row.failure === null,
      failure_code: failure?.code ?? null,
      failure_message: failure?.message ?? null,
      bank_account: { object: 'bank_account', bank_code: row.bankCode, last_digits: row.number.slice(-4) },
      metadata: { reference: row.reference },
      created_at: row.createdAt,
    }
  }
  const transferAnswer = (row: Transfer) => {
    const decided = books.isDecided(row)
    return {
      object: 'transfer',
      id: row.id,
      recipient: row.recipient,
      amount: row.amount,
      currency: 'THB',
      livemode: false,
      sent: true,
      paid: decided && row.failure === null,
      failure_code: decided ? (row.failure?.code ?? null) : null,
      failure_message: decided ? (row.failure?.message ?? null) : null,
      metadata: { reference: row.reference },
      created_at: row.createdAt,
      paid_at: decided && row.failure === null ? row.decidedAt : null,
    }
  }

  /** The same key and body is the same thing; with another body it is refused. */
  function madeBefore(request: FastifyRequest) {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return { key: undefined, made: undefined, differs: false }
    const scoped = `${request.url} ${key}`
    const body = JSON.stringify(request.body)
    const before = books.made(scoped)
    return {
      key: { key: scoped, body },
      made: before?.made,
      differs: before !== undefined && before.body !== body,
    }
  }

  const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
    reply.code(status).send(error(code, message))

  const routes = async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== authorization)
        return refuse(reply, 401, 'authentication_failure', 'the key is wrong')
      return undefined
    })

    scope.post('/recipients', faultable('payout', 'recipient'), async (request, reply) => {
      const { key, made, differs } = madeBefore(request)
      if (differs) return refuse(reply, 409, 'idempotency_mismatch', 'the key was used for another body')
      const known = made === undefined ? undefined : books.recipient(made)
      if (known) return recipientAnswer(known)
      const given = newRecipientSchema.safeParse(request.body)
      if (!given.success) return refuse(reply, 422, 'invalid_recipient', z.prettifyError(given.error))
      const { name, type, bank_account: bank, metadata } = given.data
      const fails = request.fault?.fault === 'fail' || NO_SUCH_ACCOUNT.test(bank.number)
      const failure = fails ? { code: 'account_not_found', message: 'the bank knows no such account' } : null
      const about = { name, type, failure, bankCode: bank.bank_code, number: bank.number }
      return recipientAnswer(books.addRecipient({ ...about, reference: metadata.reference }, key))
    })

    scope.get('/recipients', faultable('payout', 'recipient-status'), async ({ query }, reply) => {
      const given = referenceSchema.safeParse(query)
      if (!given.success) return refuse(reply, 400, 'bad_request', 'reference is missing')
      return list(books.recipientsOf(given.data.reference).map(recipientAnswer))
    })

    scope.get('/recipients/:id', faultable('payout', 'recipient-status'), async ({ params }, reply) => {
      const found = books.recipient(idSchema.parse(params).id)
      return found ? recipientAnswer(found) : refuse(reply, 404, 'not_found', 'recipient was not found')
    })

    scope.post('/transfers', faultable('payout', 'transfer'), async (request, reply) => {
      const { key, made, differs } = madeBefore(request)
      if (differs) return refuse(reply, 409, 'idempotency_mismatch', 'the key was used for another body')
      const known = made === undefined ? undefined : books.transfer(made)
      if (known) return transferAnswer(known)
      const given = newTransferSchema.safeParse(request.body)
      if (!given.success) return refuse(reply, 422, 'invalid_transfer', z.prettifyError(given.error))
      const { recipient, amount, metadata } = given.data
      const target = books.recipient(recipient)
      if (!target || target.failure !== null || !books.isDecided(target))
        return refuse(reply, 422, 'recipient_not_verified', 'the recipient is not verified')
      if (books.balance().available < amount)
        return refuse(reply, 402, 'insufficient_balance', 'the available balance does not suffice')
      const fails = request.fault?.fault === 'fail'
      const failure = fails ? { code: 'account_closed', message: 'the account is closed' } : null
      const row = books.addTransfer({ recipient, amount, reference: metadata.reference, failure }, key)
      return transferAnswer(row)
    })

    scope.get('/transfers', faultable('payout', 'transfer-status'), async ({ query }, reply) => {
      const given = referenceSchema.safeParse(query)
      if (!given.success) return refuse(reply, 400, 'bad_request', 'reference is missing')
      return list(books.transfersOf(given.data.reference).map(transferAnswer))
    })

    scope.get('/transfers/:id', faultable('payout', 'transfer-status'), async ({ params }, reply) => {
      const found = books.transfer(idSchema.parse(params).id)
      return found ? transferAnswer(found) : refuse(reply, 404, 'not_found', 'transfer was not found')
    })

    scope.get('/balance', faultable('payout', 'balance'), async () => {
      const { ledger, available } = books.balance()
      return { object: 'balance', currency: 'THB', ledger_balance: ledger, available_balance: available }
    })

    scope.get('/reports/transfers', faultable('payout', 'report'), async ({ query }, reply) => {
      const given = daySchema.safeParse(query)
      if (!given.success) return refuse(reply, 400, 'bad_request', 'day is not a day')
      const from = new Date(`${given.data.day}T00:00:00+07:00`).getTime()
      const isOfDay = ({ createdAt }: Transfer) => {
        const at = new Date(createdAt).getTime()
        return at >= from && at < from + DAY_MS
      }
      return list(books.transfers().filter(isOfDay).map(transferAnswer))
    })
  }
  app.register(routes, { prefix: '/payout/v1' })
}
