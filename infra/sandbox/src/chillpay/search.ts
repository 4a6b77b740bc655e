/** The merchant's list of transactions: by order number, or by the time at which they were started. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { searchCheckSum, slashedTime } from '../chillpay-format.ts'
import { faultable } from '../faults.ts'
import { statusWord } from './returns.ts'
import type { Transaction, Transactions } from './transactions.ts'

const bodySchema = z.record(z.string(), z.union([z.string(), z.number()]))
const headersSchema = z.object({ 'chillpay-merchantcode': z.string(), 'chillpay-apikey': z.string() })

/** The provider's most, and what it takes where nothing is said. */
const MOST_ROWS = 100
const USUAL_ROWS = 10

/** @returns milliseconds of a time as the search writes it, in Thai time; undefined when it isn't one */
function timeOf(text: string): number | undefined {
  const found = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text)
  return found ? Date.parse(`${found[3]}-${found[2]}-${found[1]}T${found[4]}+07:00`) : undefined
}

type Query = z.infer<typeof bodySchema>

function fits(row: Transaction, query: Query): boolean {
  const { OrderNo, Status, TransactionDateFrom, TransactionDateTo } = query
  const started = Math.floor(Date.parse(row.createdAt) / 1_000) * 1_000
  const from = timeOf(String(TransactionDateFrom ?? ''))
  const to = timeOf(String(TransactionDateTo ?? ''))
  return (
    (OrderNo === undefined || row.id === OrderNo) &&
    (Status === undefined || statusWord(row) === Status) &&
    (from === undefined || started >= from) &&
    (to === undefined || started <= to)
  )
}

function page(rows: readonly Transaction[], { PageSize, PageNumber, OrderDir }: Query): Transaction[] {
  const size = Math.min(Number(PageSize ?? USUAL_ROWS), MOST_ROWS)
  const first = (Number(PageNumber ?? 1) - 1) * size
  const sorted = rows.toSorted((one, other) => one.transactionId - other.transactionId)
  if (OrderDir !== 'ASC') sorted.reverse()
  return sorted.slice(first, first + size)
}

/** Route `/chillpay/api/v1/payment/search`. */
export function chillpaySearch(app: FastifyInstance, transactions: Transactions) {
  app.post('/chillpay/api/v1/payment/search', faultable('chillpay', 'search'), async (request, reply) => {
    const headers = headersSchema.safeParse(request.headers)
    const body = bodySchema.safeParse(request.body)
    const { merchantCode, apiKey, md5Secret, name } = transactions.merchant()
    const known =
      headers.data?.['chillpay-merchantcode'] === merchantCode && headers.data['chillpay-apikey'] === apiKey
    if (!known || !body.success || body.data.Checksum !== searchCheckSum(body.data, md5Secret))
      return reply.code(400).send({ status: 3001, message: 'System Error', data: [] })
    const found = transactions.all().filter((row) => fits(row, body.data))
    const data = page(found, body.data).map((row) => rowOf(row, name))
    const count = { totalRecord: found.length, filteredRecord: found.length }
    return { status: 200, message: 'Success', ...count, data }
  })
}

function rowOf(row: Transaction, merchantName: string) {
  return {
    transactionId: row.transactionId,
    transactionDate: slashedTime(new Date(row.createdAt)),
    merchant: merchantName,
    customer: row.customerId,
    orderNo: row.id,
    paymentChannel: row.channelCode,
    paymentDate: row.paidAt ? slashedTime(new Date(row.paidAt)) : '',
    amount: Number(row.amount) / 100,
    currency: 'THB',
    routeNo: Number(row.routeNo),
    status: statusWord(row),
  }
}
