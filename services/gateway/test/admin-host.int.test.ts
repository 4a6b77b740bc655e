import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningService } from '@talad/shared/platform'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, openBench, SITE } from './harness.ts'

const ADMIN = 'admin.talad.example'

let bench: Bench
let folder: string
let gateway: RunningService

async function build(name: string): Promise<string> {
  const dir = join(folder, name)
  await mkdir(join(dir, 'assets'), { recursive: true })
  await writeFile(join(dir, 'assets', `${name}-4f3a.js`), `console.log('${name}')`)
  await writeFile(join(dir, 'index.html'), `<!doctype html><title>the ${name} app</title>`)
  return dir
}

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  folder = await mkdtemp(join(tmpdir(), 'talad-dist-'))
  gateway = await bench.start({
    WEB_DIST: await build('users'),
    ADMIN_DIST: await build('admins'),
    ADMIN_ORIGINS: `https://${ADMIN}`,
    CHAIN_RPC_URL: 'http://127.0.0.1:8545/rpc',
    UPSTREAMS: allUpstreams('http://127.0.0.1:1'),
  })
})
afterAll(async () => {
  await bench.close()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; text: string }

function ask(path: string, host: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(gateway.url + path, { headers: { host, ...headers } }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      const { statusCode: status, headers: told } = response
      resolve({ status, headers: told, text: Buffer.concat(parts).toString() })
    })
      .on('error', reject)
      .end()
  })
}

const site = new URL(SITE).host

test.each(['/', '/withdrawals?st=pending', '/shippings/0123456789abcdef01234567', '/login'])(
  "AW-1 serves the admins' app at %s of its own host, and never the users'",
  async (path) => {
    const { status, headers, text } = await ask(path, ADMIN)
    expect(status).toBe(200)
    expect(text).toContain('the admins app')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['x-robots-tag']).toContain('noindex')
  },
)

test("AW-1 has nothing of the admins' app on the users' hosts, nor the other way round", async () => {
  expect((await ask('/', site)).text).toContain('the users app')
  expect((await ask('/assets/admins-4f3a.js', ADMIN)).status).toBe(200)
  expect((await ask('/assets/admins-4f3a.js', site)).status).toBe(404)
  expect((await ask('/assets/users-4f3a.js', ADMIN)).status).toBe(404)
})

test("GW-2 answers the same calls on the admins' host", async () => {
  expect((await ask('/api/public/v1/site', ADMIN)).status).toBe(200)
  const unknown = await ask('/api/admin/v1/nothing', ADMIN)
  expect([unknown.status, JSON.parse(unknown.text).code]).toEqual([404, 'not_found'])
})

test("the admins' app may talk to its own host alone", async () => {
  const policy = (await ask('/', ADMIN)).headers['content-security-policy'] ?? ''
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("trusted-types 'none'")
  expect(policy).not.toContain('8545')
})

test("GW-25 the users' site may not read the answers of the admins' host, nor the other way round", async () => {
  const allowed = async (host: string, origin: string) =>
    (await ask('/api/public/v1/site', host, { origin })).headers['access-control-allow-origin']
  expect(await allowed(site, SITE)).toBe(SITE)
  expect(await allowed(ADMIN, SITE)).toBeUndefined()
  expect(await allowed(site, `https://${ADMIN}`)).toBeUndefined()
})
