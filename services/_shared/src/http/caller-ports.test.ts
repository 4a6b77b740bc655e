import { problem } from '@talad/proto/http/common'
import type { Policy } from '@talad/proto/http/contract'
import { expect, test } from 'vitest'
import { CALLERS, noAuth, read, rig, tokenMaker } from '../../test/http-rig.ts'
import { type Context, currentContext } from '../context.ts'
import { digestOf, makeApiKey } from './api-key.ts'
import { type CallerPorts, createAuth } from './auth.ts'

const KEY = makeApiKey('live')
const OTHER = makeApiKey('live')
const TEST = makeApiKey('test')
const ids = new Map([KEY, TEST].map((key, at) => [digestOf(key), `k${at + 1}`]))
const url = '/api/public/v1/thing'

const ports: CallerPorts = {
  // OTHER is of another project
  apiKeys: async (digest, scope) => (scope === 'vnft.mint' ? ids.get(digest) : undefined),
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
  [{ 'x-api-key': KEY }, 'vnft.read', [401, 'unauthorized']],
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
  [{ 'x-api-key': KEY }, 'project.write', 'vnft.read', [401, 'unauthorized']],
  [{ 'x-api-key': OTHER }, 'project.write', 'vnft.mint', [401, 'unauthorized']],
  [{}, 'project.write', 'vnft.mint', [401, 'unauthorized']],
] as const)(
  'B25 a call for people of a project with %j, the ability %s and the scope %s is answered %j',
  async (headers, ability, scope, answer) => {
    expect(await answerOf({ kind: 'project', ability, ...(scope && { scope }) }, headers)).toEqual(answer)
  },
)

test('CA-6 all that is wrong with a key is answered alike', async () => {
  const { app } = rig(noAuth, { callers: ports })
  app.route(read({ kind: 'key', scope: 'vnft.read' }), async () => ({ who: 'somebody' }))
  const bad = [KEY, OTHER, makeApiKey('live'), makeApiKey('test'), `${KEY}x`, 'short', '']
  const answers = await Promise.all(
    bad.map(async (key) => {
      const { statusCode, body, headers } = await app.fastify.inject({ url, headers: { 'x-api-key': key } })
      return { statusCode, body: { ...JSON.parse(body), requestId: '' }, names: Object.keys(headers) }
    }),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test.each([
  [{ kind: 'key', scope: 'vnft.mint' }, 403],
  [{ kind: 'key', scope: 'vnft.mint', dryRun: true }, 200],
  [{ kind: 'project', ability: 'project.mint', scope: 'vnft.mint' }, 403],
  [{ kind: 'project', ability: 'project.mint', scope: 'vnft.mint', dryRun: true }, 200],
] as const)(
  'CA-6 a call that writes under %j answers a test key %s, and knows it from others',
  async (auth, status) => {
    let looked = 0
    const apiKeys: CallerPorts['apiKeys'] = async (digest) => {
      looked += 1
      return ids.get(digest)
    }
    const { app } = rig(noAuth, { callers: { ...ports, apiKeys } })
    const seen: boolean[] = []
    app.route({ ...read(auth), method: 'POST' }, async ({ isTest }) => {
      seen.push(isTest)
      return { who: 'somebody' }
    })
    const ask = (key: string) => app.fastify.inject({ method: 'POST', url, headers: { 'x-api-key': key } })
    const { statusCode, body } = await ask(TEST)
    expect([statusCode, looked]).toEqual([status, status === 200 ? 1 : 0])
    if (status === 403) expect(JSON.parse(body)).toMatchObject({ code: 'test_key', rule: 'CA-6' })
    expect((await ask(KEY)).statusCode).toBe(200)
    expect(seen).toEqual(status === 200 ? [true, false] : [false])
  },
)

test.each([
  [{ kind: 'key', scope: 'vnft.mint' }, 'callers.apiKeys'],
  [{ kind: 'project', ability: 'project.read' }, 'callers.projectRoles'],
] as const)('B25 a service with a route for %j does not start where nobody can judge it', (policy, port) => {
  const { app } = rig(noAuth)
  expect(() => app.route(read(policy), async () => ({ who: 'x' }))).toThrow(port)
})
