import type { Withdrawal } from '@talad/proto/http/bank-withdrawal/shapes'
import { queryClient } from '@talad/ui/client/query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withdrawalsQuery } from '../api/bank.ts'
import { PaidOut } from './paid-out.tsx'

const withdrawal = {
  _id: 'a'.repeat(24),
  service_fee: 1_500,
  net: 18_500,
  bank: { bank_symbol: 'KBANK', account_number: '5556667779' },
  provider_transfer_id: 'trsf_7',
} as Withdrawal

test('BW-11 a withdrawal on the statement says its fee, what the bank got, which bank, and its reference', () => {
  const said = (list: Withdrawal[]) => {
    const pages = [{ list, nextCursor: null }]
    queryClient.setQueryData(withdrawalsQuery('somchai').queryKey, { pages, pageParams: [undefined] })
    const line = createElement(PaidOut, { id: withdrawal._id, account: 'somchai' })
    return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, line))
  }
  for (const part of ['15.00', '185.00', 'KBANK', '7779', 'trsf_7'])
    expect(said([withdrawal])).toContain(part)
  // what the provider hasn't named yet, and what is not read yet, is known by our own number
  expect(said([{ ...withdrawal, provider_transfer_id: null }])).toContain(withdrawal._id)
  expect(said([])).toContain(withdrawal._id)
})
