import { bangkokTime } from '@talad/shared/local-time'
import { outsideText } from '@talad/shared/text'
import { z } from 'zod'
import type { ReturnState } from '../topup/commands.ts'
import { checkSum } from './checksum.ts'
import { returnStateOf } from './returns.ts'

/** A transaction as the provider lists it. */
export type Listed = {
  transactionId: string
  orderNo: string
  customerId: string
  /** satang */
  amount: bigint
  /** the provider's word for its state now */
  status: string
  /** what went back to the card; undefined: a word that nobody knows */
  returned: ReturnState | undefined
}

/** What the provider can be asked for in lists. Each call throws when no answer came: nothing is known then. */
export type Search = {
  /** @returns the transaction of an order number, if there is one */
  find(orderNo: string): Promise<string | undefined>
  /** Every transaction that was started in a time, or those of a state. */
  listed(time: { from: Date; until: Date }, status?: ReturnedWord): Promise<Listed[]>
}

/** The states in which money goes back to a card, or has gone. */
export const RETURNED_WORDS = ['Void Requested', 'Voided', 'Refund Requested', 'Refunded'] as const
export type ReturnedWord = (typeof RETURNED_WORDS)[number]

const ROWS = 100

const answer = z.object({
  data: z.array(
    z.object({
      transactionId: z.int(),
      orderNo: outsideText(100),
      customer: outsideText(100),
      /** baht */
      amount: z.number(),
      status: outsideText(100),
    }),
  ),
})

/** The provider's order of the fields that we search by. */
const SEARCH_FIELDS = [
  ...(['OrderBy', 'OrderDir', 'PageSize', 'PageNumber', 'OrderNo', 'Status'] as const),
  ...(['TransactionDateFrom', 'TransactionDateTo'] as const),
]
type Fields = Partial<Record<(typeof SEARCH_FIELDS)[number], string | number>>

/** `31/12/2026 23:59:59` in Thailand. */
function slashed(at: Date): string {
  const [day = '', time = ''] = bangkokTime(at).split(' ')
  return `${day.split('-').reverse().join('/')} ${time}`
}

/** @param json posts a call of the provider's JSON interface */
export function searchOf(
  json: (path: string, body: Record<string, unknown>) => Promise<unknown>,
  md5Secret: string,
): Search {
  async function ask(fields: Fields) {
    const values = SEARCH_FIELDS.map((name) => fields[name]?.toString())
    const found = await json('/api/v1/payment/search', { ...fields, Checksum: checkSum(values, md5Secret) })
    return answer.parse(found).data
  }
  return {
    async find(orderNo) {
      const rows = await ask({
        OrderBy: 'TransactionId',
        OrderDir: 'DESC',
        PageSize: 1,
        PageNumber: 1,
        OrderNo: orderNo,
      })
      const found = rows.find((one) => one.orderNo === orderNo)
      return found && String(found.transactionId)
    },

    async listed({ from, until }, status) {
      const fields: Fields = {
        OrderBy: 'TransactionId',
        OrderDir: 'ASC',
        PageSize: ROWS,
        ...(status === undefined ? {} : { Status: status }),
        // both ends are included, by whole seconds
        TransactionDateFrom: slashed(from),
        TransactionDateTo: slashed(new Date(until.getTime() - 1)),
      }
      const listed: Listed[] = []
      for (let page = 1; ; page++) {
        const rows = await ask({ ...fields, PageNumber: page })
        for (const { transactionId, customer, amount, ...row } of rows)
          listed.push({
            ...row,
            transactionId: String(transactionId),
            customerId: customer,
            amount: BigInt(Math.round(amount * 100)),
            returned: returnStateOf(row.status),
          })
        if (rows.length < ROWS) return listed
      }
    },
  }
}
