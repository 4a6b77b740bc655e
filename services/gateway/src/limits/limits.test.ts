import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLimits } from './limits.ts'

const of = (count: number) => ({
  LIMIT_PUBLIC: count,
  LIMIT_SEARCH: count,
  LIMIT_SIGN_IN: count,
  LIMIT_SYNC: count,
  LIMIT_COUPON: count,
  LIMIT_WRITE: count,
  LIMIT_TRIGGER: count,
  LIMIT_FLAG: count,
  LIMIT_CALLBACK: count,
  LIMIT_FILES: count,
})

test('GW-24 an API key has a counter of its own on each site, wherever it is sent from', async () => {
  const fastify = Fastify()
  const limits = await createLimits(fastify, of(1), { warn: () => undefined }, undefined)
  fastify.get('/:caller/:site', async (request, reply) => {
    const [, caller, site] = request.url.split('/')
    request.caller = caller
    request.site = site
    await limits.ofAccount({ ...listAssets, limit: 'write' }, request, reply)
    return 'done'
  })
  const statusOf = async (path: string) => (await fastify.inject(path)).statusCode
  expect(await statusOf('/key:one/main')).toBe(200)
  expect(await statusOf('/key:two/main')).toBe(200)
  expect(await statusOf('/key:one/night')).toBe(200)
  expect(await statusOf('/key:one/main')).not.toBe(200)
})
