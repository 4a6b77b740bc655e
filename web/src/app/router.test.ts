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

test('ID-8 what an app said in the address is kept across links, and no token or hand-over is', async () => {
  const linked = async (search: string) => {
    const router = createAppRouter(createMemoryHistory({ initialEntries: [`/about/help?${search}`] }))
    return router.buildLocation({ to: '/explore', search: { q: 'ชาม' } }).search
  }
  const kept = { liffId: '1-a', redirectUrl: '/account', sessionId: 'of-join', sign: '1' }
  expect(await linked(String(new URLSearchParams(kept)))).toEqual({ q: 'ชาม', ...kept })
  expect(await linked('at=a&rt=b&refreshSession=1&sessionId=h-over&other=1')).toEqual({ q: 'ชาม' })
})
