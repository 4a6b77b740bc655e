import { createHash } from 'node:crypto'
import { problem } from '@talad/proto/http/common'
import type { Policy } from '@talad/proto/http/contract'
import { expect, test } from 'vitest'
import { CALLERS, noAuth, read, rig, tokenMaker } from '../../test/http-rig.ts'
import { type Context, currentContext } from '../context.ts'
import { type CallerPorts, createAuth } from './auth.ts'

const KEY = 'a-key-of-the-shop-0001'
const digest = createHash('sha256').update(KEY).digest('hex')
const url = '/api/public/v1/thing'

const ports: CallerPorts = {
  apiKeys: async (given) => (given === digest ? { id: 'k1', may: (scope) => scope === 'mint' } : undefined),
  projectRoles: async ({ accountId }, role, { url }) =>
    accountId === 'account-1' && role === 'editor' && url.includes('thing'),
}

/** What a call with these headers is answered, and in whose name it is done. */
async function answerOf(policy: Policy, headers: Record<string, string>) {
  const { make, keys } = await tokenMaker()
  const { app } = rig(createAuth({ jwks: keys, callers: CALLERS }), { callers: ports })
  let seen: Context | undefined
  app.route(read(policy), async () => {
    seen = currentContext()
    return { who: 'somebody' }
  })
  const sent = 'sub' in headers ? { authorization: `Bearer ${await make({ sub: headers.sub })}` } : headers
  const response = await app.fastify.inject({ url, headers: sent })
  const code = response.statusCode === 200 ? undefined : problem.parse(response.json()).code
  return [response.statusCode, code ?? seen?.actor]
}

test.each([
  [{ 'x-api-key': KEY }, 'mint', [200, 'key:k1']],
  [{ 'x-api-key': KEY }, 'burn', [403, 'permission_required']],
  [{ 'x-api-key': `${KEY}x` }, 'mint', [401, 'unauthorized']],
  [{ 'x-api-key': 'short' }, 'mint', [401, 'unauthorized']],
  [{ sub: 'account-1' }, 'mint', [401, 'unauthorized']],
  [{}, 'mint', [401, 'unauthorized']],
])('B25 a call for API keys with %j and the scope %s is answered %j', async (headers, scope, answer) => {
  expect(await answerOf({ kind: 'key', scope }, headers)).toEqual(answer)
})

test.each([
  [{ sub: 'account-1' }, 'editor', [200, 'account-1']],
  [{ sub: 'account-1' }, 'owner', [403, 'permission_required']],
  [{ sub: 'account-2' }, 'editor', [403, 'permission_required']],
  [{ 'x-api-key': KEY }, 'editor', [401, 'unauthorized']],
  [{}, 'editor', [401, 'unauthorized']],
] as const)(
  'B25 a call for people of a project with %j and the role %s is answered %j',
  async (headers, role, answer) => {
    expect(await answerOf({ kind: 'project', role }, headers)).toEqual(answer)
  },
)

test.each([
  [{ kind: 'key', scope: 'mint' }, 'callers.apiKeys'],
  [{ kind: 'project', role: 'viewer' }, 'callers.projectRoles'],
] as const)('B25 a service with a route for %j does not start where nobody can judge it', (policy, port) => {
  const { app } = rig(noAuth)
  expect(() => app.route(read(policy), async () => ({ who: 'x' }))).toThrow(port)
})
