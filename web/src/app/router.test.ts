import { sitePages } from '@talad/proto/http/gateway/site-pages'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createAppRouter } from './router.tsx'

test('WB-2 each page of the router is opened by its address too, and what the gateway takes for a page is one', () => {
  const { routesByPath } = createAppRouter(createMemoryHistory())
  const words = Object.keys(routesByPath).map((path) => path.split('/')[1] ?? '')
  const pages = new Set(words.filter((word) => word !== '$wallet' && word !== 'dev'))
  expect([...pages].sort()).toEqual(sitePages)
})
