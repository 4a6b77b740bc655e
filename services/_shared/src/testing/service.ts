import { connectPostgresBus } from '../bus/postgres.ts'
import { openDb } from '../db.ts'
import type { Service } from '../service.ts'
import { createEmptyDatabase, createTestDatabase } from './postgres.ts'
import { signToken, testKeys } from './tokens.ts'

type Answer = { status: number; body: unknown }
type Claims = { sub: string } & Record<string, unknown>
type Asked = { as?: string | Claims; body?: object; key?: string }

/**
 * A service on a database and an embedded bus of its own, as the tests that `npm run new` writes need it.
 * @param postgres the test server
 * @param settings those that the service has besides the common ones
 */
export async function startTestService(
  program: Pick<Service, 'startIn' | 'migrations'>,
  postgres: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const own = await createTestDatabase(postgres, program.migrations)
  const busDatabase = await createEmptyDatabase(postgres)
  const keys = await testKeys()
  const running = await program.startIn({
    NODE_ENV: 'test',
    DEV_MODE: '1',
    DATABASE_URL: own.url,
    BUS_DATABASE_URL: busDatabase.url,
    JWKS_URL: keys.url,
    INTERNAL_TOKENS: 'internal-token-for-tests',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const db = openDb(own.url)
  const bus = await connectPostgresBus(busDatabase.url, { onError: (error) => console.error(error) })

  /** One call; `as`: the account that is signed in, or the claims of its token; `key`: its Idempotency-Key. */
  async function call(method: string, path: string, { as, body, key }: Asked = {}): Promise<Answer> {
    const claims = typeof as === 'string' ? { sub: as } : as
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers: {
        ...(claims && { authorization: `Bearer ${await signToken(keys, claims)}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  async function close(): Promise<void> {
    await running.close()
    await bus.close()
    await db.end()
    await keys.close()
    await own.drop()
    await busDatabase.drop()
  }
  return { ...running, databaseUrl: own.url, busUrl: busDatabase.url, db, bus, call, close }
}
