import { expect, test } from 'vitest'
import { noAuth, read, rig } from '../../test/http-rig.ts'

test('B25 a route without a policy is refused when it is registered, wherever it comes from', async () => {
  const { app } = rig(noAuth)
  expect(() => app.fastify.get('/all', async () => 'everything')).toThrow('GET /all has no policy')
  const { app: other } = rig(noAuth)
  const plugin = async (scope: typeof other.fastify) => void scope.post('/all', async () => 'everything')
  await expect(other.fastify.register(plugin)).rejects.toThrow('POST /all has no policy')
})

test('B25 a route that says who may call it is held to that, also outside the contract', async () => {
  const { app } = rig(noAuth)
  app.fastify.get('/mine', { config: { policy: { kind: 'user' } } }, async () => 'mine')
  for (const method of ['GET', 'HEAD'] as const)
    expect((await app.fastify.inject({ method, url: '/mine' })).statusCode).toBe(401)
})

test('B25 every route is told with its policy, for the matrix', async () => {
  const { app } = rig(noAuth)
  app.route(read({ kind: 'customer' }), async () => ({ who: 'nobody' }))
  expect(app.routes).toContainEqual({
    method: 'GET',
    url: '/api/public/v1/thing',
    policy: { kind: 'customer' },
  })
  expect(app.routes.filter(({ url }) => url === '/readyz').map(({ policy }) => policy.kind)).toEqual([
    'visitor',
    'visitor',
  ])
})
