import { queryClient } from '@talad/ui/client/query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { site } from '../../../../dev/site.ts'
import { company } from '../../../content/company.ts'
import { siteQuery } from '../../../market/reads/site.ts'
import { Head } from './sheet.tsx'

test('GW-5 a receipt names who helps on the site where it is read, else the market', () => {
  const head = (email: string | null) => {
    queryClient.setQueryData(siteQuery.queryKey, { ...site, support: { email } })
    const sheet = createElement(Head, { title: 'Receipt' })
    return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, sheet))
  }
  expect(head(null)).toContain(company.email)
  expect(head('help@temple.example')).toContain('help@temple.example')
  expect(head('help@temple.example')).not.toContain(company.email)
})
