import { expect, test } from 'vitest'
import { noAuth, read, rig } from '../test/http-rig.ts'
import { type Context, cacheKey, causeHeaders, currentContext, placeOf, SITE_HEADER } from './context.ts'

test('GW-1 what is caused on a site is caused on it behind a message too', () => {
  const place = { site: 'night', language: 'th', traceparent: '00-a-b-01' } as const
  expect(placeOf(causeHeaders({ correlationId: 'c', ...place }))).toEqual(place)
  expect(placeOf(causeHeaders({ correlationId: 'c' }))).toEqual({})
  expect(placeOf({ ce_site: '../x', ce_language: 'de' })).toEqual({})
})

test('GW-1 GW-23 what is kept for one site is not found on another, and two keys are never one', () => {
  expect(cacheKey({}, 'th', '/a')).toBe(cacheKey({ site: 'main' }, 'th', '/a'))
  expect(cacheKey({ site: 'night' }, 'th', '/a')).not.toBe(cacheKey({}, 'th', '/a'))
  expect(cacheKey({}, 'a:b')).not.toBe(cacheKey({}, 'a', 'b'))
  expect(cacheKey({}, 'a/b')).not.toContain('/')
})

test.each([
  [
    { [SITE_HEADER]: 'night', 'accept-language': 'th' },
    { site: 'night', language: 'th' },
  ],
  [{ [SITE_HEADER]: 'main', 'accept-language': '*' }, {}],
  [{ [SITE_HEADER]: 'NIGHT shop' }, {}],
  [{}, {}],
])('GW-1 the work of a call with %j is done on its site', async (headers, place) => {
  const { app } = rig(noAuth)
  let seen: Context | undefined
  app.route(read({ kind: 'visitor' }), async () => {
    seen = currentContext()
    return { who: 'all' }
  })
  await app.fastify.inject({ url: '/api/public/v1/thing', headers })
  const { site, language } = seen ?? currentContext()
  expect({ ...(site && { site }), ...(language && { language }) }).toEqual(place)
})
