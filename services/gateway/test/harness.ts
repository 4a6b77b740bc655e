import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problem } from '@talad/proto/http/common'
import { signToken, type TestKeys } from '@talad/shared/testing/tokens'
import { openUnderTest } from '@talad/shared/testing/under-test'
import { SignJWT } from 'jose'
import type { Deps } from '../src/deps.ts'
import { everyEndpoint, SELF } from '../src/routes/table.ts'
import { service as program } from '../src/service.ts'

export const SITE = 'https://talad.example'

/** Every service of the contracts, at one address. */
export function allUpstreams(url: string): string {
  const services = everyEndpoint.map(({ service }) => service).filter((service) => service !== SELF)
  return JSON.stringify(Object.fromEntries(services.map((service) => [service, url])))
}

/** What gateways of one test file share, and a way to start one with settings of its own. */
export async function openBench(postgres: string) {
  const around = await openUnderTest(program, postgres)
  const folder = await mkdtemp(join(tmpdir(), 'talad-web-'))
  around.stopAtEnd(() => rm(folder, { recursive: true, force: true }))
  const own = { CHAIN_ID: '3501', CHAIN_SLUG: 'jfin', SITE_ORIGINS: SITE, WEB_DIST: folder, UPSTREAMS: '{}' }
  return {
    ...around,
    start: (settings: Record<string, string>, outside: Partial<Deps> = {}) =>
      around.start(around.config({ DEV_MODE: '0', ...own, ...settings }), outside),
  }
}
export type Bench = Awaited<ReturnType<typeof openBench>>

export const customerClaims = { sub: '0123456789abcdef01234567', jid: 'somchai', jyc: 2 }

export async function bearer(
  keys: TestKeys,
  claims: { sub: string } & Record<string, unknown> = customerClaims,
): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await signToken(keys, claims)}` }
}

/** A token that ends at a moment of the test's choice. */
export async function bearerUntil(keys: TestKeys, expiresAt: Date): Promise<{ authorization: string }> {
  const token = await new SignJWT(customerClaims)
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid })
    .setIssuer('talad-identity')
    .setAudience('talad')
    .setIssuedAt(new Date(expiresAt.getTime() - 900_000))
    .setExpirationTime(expiresAt)
    .sign(keys.privateKey)
  return { authorization: `Bearer ${token}` }
}

/** The problem of an answer. @throws ZodError when it is not one (GW-8) */
export async function problemIn(response: Response) {
  const type = response.headers.get('content-type')
  if (!type?.startsWith('application/problem+json')) throw new Error(`expected a problem, got ${type}`)
  return problem.parse(await response.json())
}
