import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../src/server.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: '127.0.0.1', joinUsers: [] })
})
afterAll(() => sandbox.stop())

const send = (path: string, method: string, body: object) =>
  fetch(`${sandbox.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const list = async () => (await fetch(`${sandbox.url}/blacklist/config.json`)).json()

test('the list of sites is told, changed, and broken on order', async () => {
  expect(await list()).toMatchObject({ blacklist: expect.arrayContaining(['free-mint.example']) })
  const changed = await send('/blacklist/control', 'PUT', { blacklist: ['other.example'] })
  expect(changed.status).toBe(204)
  expect(await list()).toEqual({ version: 2, blacklist: ['other.example'] })
  expect((await send('/blacklist/control', 'PUT', { blacklist: 'all' })).status).toBe(400)
  const fault = { provider: 'blacklist', call: 'list', fault: 'tamper', field: 'blacklist', value: null }
  expect((await send('/control/faults', 'POST', fault)).status).toBe(201)
  expect(await list()).toEqual({ version: 2, blacklist: null })
})
