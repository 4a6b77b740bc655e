import { ledgerHttp as http } from '@talad/proto/http/ledger/credit'
import { ledgerBooksHttp as books } from '@talad/proto/http/ledger/integrity'
import { ledgerReportsHttp as reports } from '@talad/proto/http/ledger/reports'
import { until } from '@talad/shared/testing/wait'
import { type Row, row } from './row.ts'
import type { World } from './world.ts'

const dayOf = (at: number) => new Date(at + 7 * 3_600_000).toISOString().slice(0, 10)

/** A row was changed past the ledger and put back: the books are right again, and still frozen. */
async function frozen(world: World) {
  const { customerId } = await world.buyer()
  const { call } = await world.chief()
  await (await world.buyer()).call(http.fastTopup, { body: { amount: 100 } })
  const sql = 'update account set balance = balance + $1 where customer_id = $2'
  const proved = (isFaulty: boolean) =>
    until(`the books are ${isFaulty ? 'frozen' : 'proved'}`, async () => {
      await world.hasten('ledger', 'books.proof')
      const { proof, frozen } = await call(books.books, {})
      return proof && proof.faults > 0 === isFaulty && (!isFaulty || frozen !== null)
    })
  await world.force('ledger', sql, [1, customerId])
  await proved(true)
  await world.force('ledger', sql, [-1, customerId])
  await proved(false)
  return (await call(books.books, {})).version
}

export const rows: readonly Row[] = [
  row(http.fastTopup, async (world) => {
    const by = await world.buyer()
    const amount = 700_000 + world.next()
    const sql = `select count(*) as n from flow
      where account = $1 and flow_event = 'topup' and flow_type = 'in' and value = $2`
    return {
      by,
      body: { unit: 'pt_thb' as const, amount },
      other: { body: { unit: 'pt_thb', amount: amount + 100_000 } },
      effect: { sql, values: [by.customerId, amount] },
    }
  }),
  row(http.creditBalances, {}),
  row(http.adminCreditBalances, async (world) => ({
    params: { customer_id: (await world.buyer()).customerId },
  })),
  row(http.adminCreditOrigin, async (world) => ({
    params: { customer_id: (await world.buyer()).customerId },
  })),
  row(http.creditHistory, { query: { lm: '1' } }),
  row(books.thawBooks, async (world) => ({
    body: { note: 'a row was changed by hand; put back', version: await frozen(world) },
  })),
  row(books.books, {}),
  row(books.booksHead, {}),
  row(books.bookProofs, { query: { lm: 2 } }),
  row(reports.userBalanceByDate, { body: { date_key: dayOf(Date.now() - 24 * 3_600_000) } }),
  row(reports.userBalanceNow, { body: { lm: 2 } }),
  row(reports.settlementByMonth, { body: { month_key: dayOf(Date.now()).slice(0, 7) } }),
]
