/** Money that goes back to a card: void before the provider settles with the merchant, refund after it. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { compactTime, transactionCheckSum } from '../chillpay-format.ts'
import type { Context } from '../context.ts'
import { faultable } from '../faults.ts'
import { refusal } from '../refusal.ts'
import { descriptions, type Return, type Transaction, type Transactions } from './transactions.ts'

const headersSchema = z.object({ 'chillpay-merchantcode': z.string(), 'chillpay-apikey': z.string() })
const bodySchema = z.object({
  TransactionId: z.union([z.number(), z.string()]).transform(String),
  Checksum: z.string(),
})

const words = {
  void: { requested: 'Void Requested', done: 'Voided' },
  refund: { requested: 'Refund Requested', done: 'Refunded' },
} as const

/** The state of a transaction in the words of the merchant's interface. */
export function statusWord({ status, returns }: Pick<Transaction, 'status' | 'returns'>): string {
  const last = returns.findLast(({ state }) => state !== 'rejected')
  if (last && last.state !== 'rejected') return words[last.kind][last.state]
  return status === 9 ? 'Request' : descriptions[status]
}

/** The merchant gets its money on the day after, in Thai time, or earlier when it is told so. */
function isSettled({ paidAt, settled }: Transaction, now: Date): boolean {
  if (settled || paidAt === null) return settled
  return compactTime(new Date(paidAt)).slice(0, 8) < compactTime(now).slice(0, 8)
}

type Deps = { context: Context; transactions: Transactions }

/** Routes under `/chillpay/api/v1`: details, void and refund of one transaction. */
export function chillpayReturns(app: FastifyInstance, { context: { now }, transactions }: Deps) {
  function demand(headers: unknown, body: unknown): Transaction | undefined {
    const { merchantCode, apiKey, md5Secret } = transactions.merchant()
    const [who, asked] = [headersSchema.safeParse(headers), bodySchema.safeParse(body)]
    if (!asked.success || who.data?.['chillpay-merchantcode'] !== merchantCode) return undefined
    if (who.data['chillpay-apikey'] !== apiKey) return undefined
    if (asked.data.Checksum !== transactionCheckSum(asked.data, md5Secret)) return undefined
    return transactions.byId(asked.data.TransactionId)
  }

  const answered = (row: Transaction) => ({
    status: 200,
    message: 'Success',
    data: {
      transactionId: row.transactionId,
      orderNo: row.id,
      customer: row.customerId,
      amount: Number(row.amount) / 100,
      currency: 'THB',
      status: statusWord(row),
    },
  })
  const denied = (status: number, message: string) => ({ status, message, data: null })

  /** Takes a request as often as it comes, and pays each: a merchant who asks twice has paid twice. */
  function giveBack(row: Transaction | undefined, kind: Return['kind']) {
    if (!row) return denied(3001, 'System Error')
    if (row.status !== 0) return denied(2003, 'Transaction is not successful')
    if (isSettled(row, now()) !== (kind === 'refund'))
      return denied(2005, kind === 'void' ? 'Transaction is settled' : 'Transaction is not settled')
    if (row.refusesReturns) return denied(2006, 'Not allowed')
    const state = row.slowReturns ? ('requested' as const) : ('done' as const)
    const next = { ...row, returns: [...row.returns, { kind, state }] }
    transactions.put(next)
    return answered(next)
  }

  for (const kind of ['void', 'refund'] as const) {
    const route = faultable('chillpay', kind)
    app.post(`/chillpay/api/v1/${kind}/request`, route, async ({ headers, body }) =>
      giveBack(demand(headers, body), kind),
    )
  }
  app.post('/chillpay/api/v1/payment/details', faultable('chillpay', 'details'), async (request) => {
    const row = demand(request.headers, request.body)
    return row ? answered(row) : denied(3001, 'System Error')
  })
}

/** Ends a return that was only asked for; `sent_back`: of one that was done the bank sends the money back. @throws 409 when there is none */
export function endReturn(
  transactions: Transactions,
  row: Transaction,
  choice: 'done' | 'rejected' | 'sent_back',
): Transaction {
  const [before, state] =
    choice === 'sent_back' ? (['done', 'rejected'] as const) : (['requested', choice] as const)
  const at = row.returns.findLastIndex((one) => one.state === before)
  if (at < 0) throw refusal(409, 'not_pending', 'Nothing was asked to be returned')
  const next = { ...row, returns: row.returns.map((one, index) => (index === at ? { ...one, state } : one)) }
  transactions.put(next)
  return next
}
