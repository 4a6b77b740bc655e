import { problem } from '@talad/proto/http/common'
import type { Policy } from '@talad/proto/http/contract'
import { expect, test } from 'vitest'
import { CALLERS, noAuth, read, rig, tokenMaker } from '../../test/http-rig.ts'
import { type Context, currentContext } from '../context.ts'
import { digestOfKey, makeApiKey } from './api-key.ts'
import { type CallerPorts, createAuth } from './auth.ts'

const KEY = makeApiKey('live')
const OTHER = makeApiKey('live')
const digests = [digestOfKey(KEY), digestOfKey(OTHER)]
const url = '/api/public/v1/thing'

const ports: CallerPorts = {
  apiKeys: async (given) =>
    digests.includes(given)
      ? { id: 'k1', may: (scope) => scope === 'vnft.mint', within: async () => given === digests[0] }
      : undefined,
  projectRoles: async ({ accountId }, ability, { url }) =>
    accountId === 'account-1' && ability === 'project.write' && url.includes('thing'),
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
  [{ 'x-api-key': KEY }, 'vnft.mint', [200, 'key:k1']],
  [{ 'x-api-key': KEY }, 'vnft.read', [403, 'permission_required']],
  [{ 'x-api-key': OTHER }, 'vnft.mint', [401, 'unauthorized']],
  [{ 'x-api-key': makeApiKey('live') }, 'vnft.mint', [401, 'unauthorized']],
  [{ 'x-api-key': `${KEY}x` }, 'vnft.mint', [401, 'unauthorized']],
  [{ 'x-api-key': 'short' }, 'vnft.mint', [401, 'unauthorized']],
  [{ sub: 'account-1' }, 'vnft.mint', [401, 'unauthorized']],
  [{}, 'vnft.mint', [401, 'unauthorized']],
] as const)(
  'B25 a call for API keys with %j and the scope %s is answered %j',
  async (headers, scope, answer) => {
    expect(await answerOf({ kind: 'key', scope }, headers)).toEqual(answer)
  },
)

test.each([
  [{ sub: 'account-1' }, 'project.write', undefined, [200, 'account-1']],
  [{ sub: 'account-1' }, 'project.own', undefined, [403, 'permission_required']],
  [{ sub: 'account-2' }, 'project.write', undefined, [403, 'permission_required']],
  [{ 'x-api-key': KEY }, 'project.write', undefined, [401, 'unauthorized']],
  [{}, 'project.write', undefined, [401, 'unauthorized']],
  [{ sub: 'account-1' }, 'project.write', 'vnft.mint', [200, 'account-1']],
  [{ 'x-api-key': KEY }, 'project.write', 'vnft.mint', [200, 'key:k1']],
  [{ 'x-api-key': KEY }, 'project.write', 'vnft.read', [403, 'permission_required']],
  [{ 'x-api-key': OTHER }, 'project.write', 'vnft.mint', [401, 'unauthorized']],
  [{}, 'project.write', 'vnft.mint', [401, 'unauthorized']],
] as const)(
  'B25 a call for people of a project with %j, the ability %s and the scope %s is answered %j',
  async (headers, ability, scope, answer) => {
    expect(await answerOf({ kind: 'project', ability, ...(scope && { scope }) }, headers)).toEqual(answer)
  },
)

test.each([
  [{ kind: 'key', scope: 'vnft.mint' }, 'callers.apiKeys'],
  [{ kind: 'project', ability: 'project.read' }, 'callers.projectRoles'],
] as const)('B25 a service with a route for %j does not start where nobody can judge it', (policy, port) => {
  const { app } = rig(noAuth)
  expect(() => app.route(read(policy), async () => ({ who: 'x' }))).toThrow(port)
})
