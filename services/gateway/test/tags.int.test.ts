import type { RunningService } from '@talad/shared/platform'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bench, openBench } from './harness.ts'
import { askAt, host, siteDesk, termsOf } from './site-harness.ts'

const HOSTS = /google|analytics/

let bench: Bench
let gateway: RunningService
beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  gateway = await bench.start({ SITE_DOMAINS: 'talad.example' })
  const desk = await siteDesk(bench, gateway.url)
  const told = host('temple.talad.example', { gtm_id: 'GTM-TEMPLE1' })
  await desk.open(termsOf('temple', told, host('wat.talad.example', { is_primary: false })))
  await desk.open(termsOf('club'))
})
afterAll(() => bench.close())

const tagsAt = (name: string, cookie?: string) =>
  askAt(gateway.url, '/tags.html', {
    host: `${name}.talad.example`,
    ...(cookie === undefined ? {} : { cookie }),
  })

test('GW-36 the tag manager of a host is there for who consented alone, and its hosts stand in no other policy', async () => {
  for (const cookie of [undefined, 'talad.tags=no', 'talad.tags=', 'x=talad.tags=yes']) {
    const { status, text, headers } = await tagsAt('temple', cookie)
    expect([cookie, status, HOSTS.test(text + JSON.stringify(headers))]).toEqual([cookie, 404, false])
  }
  for (const name of ['wat', 'club']) expect((await tagsAt(name, 'talad.tags=yes')).status).toBe(404)
  const page = await askAt(gateway.url, '/', { host: 'temple.talad.example', cookie: 'talad.tags=yes' })
  expect(page.headers['content-security-policy']).not.toMatch(HOSTS)

  const { status, text, headers } = await tagsAt('temple', 'talad.theme=dark; talad.tags=yes')
  expect(status).toBe(200)
  expect(text).toContain('data-manager="GTM-TEMPLE1"')
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    vary: expect.stringMatching(/cookie/i),
  })
  expect(headers['x-frame-options']).toBeUndefined()
  const policy = headers['content-security-policy']
  expect(policy).toMatch(HOSTS)
  // nobody's page: it has no cookies of ours, and what is not from the manager does not run
  expect(policy).toContain('sandbox allow-scripts;')
  expect(policy).not.toMatch(/unsafe|allow-same-origin|script-src[^;]*'self'/)
})
