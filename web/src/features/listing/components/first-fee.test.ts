import type { OrderTerms } from '@talad/proto/http/order-book/orders'
import { queryClient } from '@talad/ui/client/query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { site } from '../../../../dev/site.ts'
import { siteQuery } from '../../../market/reads/site.ts'
import { firstFeeQuery } from '../api/first-fee.ts'
import { FirstFee } from './first-fee.tsx'

test('what the network takes for the first listing of a collection is said before, in its coin; nothing of a later one', () => {
  const about = { seller: '0xa', contract: '0xc' }
  const terms = {} as OrderTerms
  const said = (cost: bigint | null) => {
    queryClient.setQueryData(siteQuery.queryKey, site)
    queryClient.setQueryData(firstFeeQuery(site, terms, about).queryKey, cost)
    const note = createElement(FirstFee, { terms, ...about })
    return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, note))
  }
  expect(said(1_500_000_000_000_000n)).toContain('0.0015 JFIN')
  expect(said(null)).toBe('')
})
