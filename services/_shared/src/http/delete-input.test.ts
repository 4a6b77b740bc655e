import { base, endpoint } from '@talad/proto/http/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { noAuth, rig } from '../../test/http-rig.ts'

const remove = endpoint({
  name: 'remove',
  service: 'test',
  method: 'DELETE',
  path: `${base.user}/thing`,
  auth: { kind: 'visitor' },
  summary: 'removes a thing',
  query: z.strictObject({ id: z.string().max(8), count: z.coerce.number().int().optional() }),
  status: 200,
  response: z.object({ id: z.string(), count: z.int().optional() }),
})

function removing() {
  const { app } = rig(noAuth)
  app.route(remove, async ({ query }) => query)
  return async (query: string, body?: unknown) => {
    const answer = await app.fastify.inject({
      method: 'DELETE',
      url: `${remove.path}${query}`,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' } }),
    })
    const { status = answer.statusCode, code, field, id } = answer.json()
    return status === 200 ? [200, id] : [status, code, field]
  }
}

test('GW-14 a DELETE takes its parameters from the query, from a JSON body, or from both where they agree', async () => {
  const ask = removing()
  expect(await ask('?id=a')).toEqual([200, 'a'])
  expect(await ask('', { id: 'a' })).toEqual([200, 'a'])
  expect(await ask('?id=a', { id: 'a' })).toEqual([200, 'a'])
  expect(await ask('?id=a', { count: 3 })).toEqual([200, 'a'])
  expect(await ask('?id=a&count=3', { id: 'a', count: 3 })).toEqual([200, 'a'])
})

test('GW-14 both present and different is a 400 that names the field', async () => {
  const ask = removing()
  expect(await ask('?id=a', { id: 'b' })).toEqual([400, 'validation', 'id'])
  expect(await ask('?id=a&count=3', { id: 'a', count: 4 })).toEqual([400, 'validation', 'count'])
  expect(await ask('?id=a&id=b', { id: 'a' })).toEqual([400, 'validation', 'id'])
})

test('GW-14 what a body says is held to the same schema, and a body that can be no query is refused', async () => {
  const ask = removing()
  expect(await ask('', { id: 'much too long' })).toEqual([400, 'validation', 'id'])
  expect(await ask('', {})).toEqual([400, 'required_parameter', 'id'])
  expect(await ask('', { id: 'a', other: '1' })).toEqual([400, 'validation', 'other'])
  expect(await ask('', { id: ['a'] })).toEqual([400, 'validation', 'id'])
  expect(await ask('?id=a', { id: null })).toEqual([400, 'validation', 'id'])
  expect(await ask('', ['a'])).toEqual([400, 'validation', 'body'])
})
