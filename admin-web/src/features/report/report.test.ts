import { ledgerReportsHttp, type SettlementRow } from '@talad/proto/http/ledger/reports'
import { call } from '@talad/ui/client/call'
import { csvOf } from '@talad/ui/format/csv'
import { afterEach, expect, test, vi } from 'vitest'
import { th } from '../../i18n/all.ts'
import { headOf, lineOf, sumsOf } from '../../ui/data-table/csv.ts'
import { balanceSource, settlementSource } from './api.ts'
import { balanceColumns, balanceFilters, settlementColumns, settlementFilters } from './columns.tsx'

vi.mock('@talad/ui/client/call', () => ({ call: vi.fn() }))
const calls = vi.mocked(call)
const signal = new AbortController().signal

afterEach(() => void vi.useRealTimers())

const row: SettlementRow = {
  shipping_id: 's1',
  kind: 'settlement',
  completed: '2026-10-31T17:30:00.000Z',
  order_id: 'o1',
  order_hash: '0xaa',
  buyer_customer_id: 'join-ก',
  seller_customer_id: 'join-b',
  asset: { blockchain: 'jfin', address: '0xbb', type: 'erc721', token_id: '7', amount: '1' },
  gross: 10_000,
  service_fee: 300,
  vat: 20,
  net: 9_000,
  royalties: [
    { customer_id: 'join-c', value: 500 },
    { customer_id: null, value: 200 },
  ],
  provider_ref_id: null,
  topup_id: null,
  tx_hash: '0xcc',
}
const totals = { shippings: 1, gross: 10_000, service_fee: 300, vat: 20, royalty: 700, net: 9_000 }

test('AW-11 both reports are a table and a file that spreadsheets open in Thai, of a day or month of Thailand, and a month that is not over is marked', async () => {
  // half past midnight on the first of November in Thailand
  vi.useFakeTimers({ now: new Date('2026-10-31T17:30:00Z') })
  expect(balanceFilters()[0]).toMatchObject({ kind: 'day', usual: '2026-10-31' })
  expect(settlementFilters()[0]).toMatchObject({ kind: 'month', usual: '2026-11' })

  const answer = {
    rows: [row],
    totals,
    nextCursor: null,
    generated_at: '',
    month_key: '2026-11',
    timezone: 7,
  }
  calls
    .mockResolvedValueOnce({ ...answer, partial: true })
    .mockResolvedValueOnce({ ...answer, partial: false })
  const partial = await settlementSource.read({ search: {}, at: undefined, size: 20 }, signal)
  expect(calls.mock.lastCall?.[1]).toMatchObject({ body: { month_key: '2026-11' } })
  expect(th[partial.warning ?? 'settlements.title']).toBe(th['settlements.partial'])
  const over = await settlementSource.read({ search: { month: '2026-10' }, at: undefined, size: 20 }, signal)
  expect(calls.mock.lastCall?.[1]).toMatchObject({ body: { month_key: '2026-10' } })
  expect(over.warning).toBeUndefined()
  calls.mockResolvedValueOnce({
    rows: [],
    totals: { customers: 0, balance: 0, balance_locked: 0, balance_spendable: 0 },
  })
  await balanceSource.read({ search: {}, at: undefined, size: 20 }, signal)
  expect(calls.mock.lastCall?.[1]).toMatchObject({ body: { date_key: '2026-10-31' } })

  const totalsNow = { customers: 1, balance: 500, balance_locked: 100, balance_spendable: 400 }
  calls.mockResolvedValueOnce({ rows: [], totals: totalsNow, nextCursor: null })
  const now = await balanceSource.read({ search: { day: '2026-11-01' }, at: undefined, size: 20 }, signal)
  expect(calls.mock.lastCall?.[0]).toBe(ledgerReportsHttp.userBalanceNow)
  expect(now.warning).toBe('balances.now')
  expect(sumsOf(balanceColumns, now.sums ?? {})).toEqual([th['table.sum'], '5.00', '1.00', '4.00'])
  expect(balanceSource.periodOf?.({})).toBe('2026-10-31')
  expect(settlementSource.periodOf?.({ month: '2026-10' })).toBe('2026-10')

  for (const columns of [balanceColumns, settlementColumns])
    expect(columns.filter(({ csv }) => csv === undefined)).toEqual([])
  const file = csvOf([headOf(settlementColumns), lineOf(settlementColumns, row)])
  expect(file.startsWith(`\uFEFF${th['col.purchase']},${th['settlements.completed']},`)).toBe(true)
  expect(file).toContain('s1,2026-11-01 00:30:00,settlement,')
  expect(file).toContain(',100.00,3.00,0.20,7.00,90.00,join-b,join-ก,')
})
