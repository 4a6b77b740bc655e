import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problem } from '@talad/proto/http/common'
import { loadConfig } from '@talad/shared/config'
import type { RunningService } from '@talad/shared/platform'
import { createEmptyDatabase, createTestDatabase } from '@talad/shared/testing/postgres'
import { signToken, type TestKeys, testKeys } from '@talad/shared/testing/tokens'
import { SignJWT } from 'jose'
import { gatewayConfig } from '../src/config.ts'
import { everyEndpoint, SELF } from '../src/routes/table.ts'
import { service as program } from '../src/service.ts'

export const SITE = 'https://talad.example'

/** Every service of the contracts, at one address. */
export function allUpstreams(url: string): string {
  const services = everyEndpoint.map(({ service }) => service).filter((service) => service !== SELF)
  return JSON.stringify(Object.fromEntries(services.map((service) => [service, url])))
}

/** What gateways of one test file share, and a way to start one with settings of its own. */
export type Bench = {
  keys: TestKeys
  busUrl: string
  /** of the gateways */
  databaseUrl: string
  start(settings: Record<string, string>): Promise<RunningService>
  close(): Promise<void>
}

export async function openBench(postgres: string): Promise<Bench> {
  const keys = await testKeys()
  const database = await createTestDatabase(postgres)
  const bus = await createEmptyDatabase(postgres)
  const folder = await mkdtemp(join(tmpdir(), 'talad-web-'))
  const running: RunningService[] = []
  return {
    keys,
    busUrl: bus.url,
    databaseUrl: database.url,
    async start(settings) {
      const config = loadConfig('gateway', gatewayConfig, {
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        BUS_DATABASE_URL: bus.url,
        JWKS_URL: keys.url,
        INTERNAL_TOKENS: 'not-used-by-the-gateway',
        LOG_LEVEL: 'silent',
        CHAIN_ID: '3501',
        CHAIN_SLUG: 'jfin',
        SITE_ORIGINS: SITE,
        WEB_DIST: folder,
        UPSTREAMS: '{}',
        ...settings,
      })
      const gateway = await program.start(config)
      running.push(gateway)
      return gateway
    },
    async close() {
      await Promise.all(running.map((gateway) => gateway.close()))
      await keys.close()
      await database.drop()
      await bus.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

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
