import { type Db, inTx, type Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import type { Sealer } from '@talad/shared/sealing'
import {
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTVerifyGetKey,
} from 'jose'
import { z } from 'zod'

const publicJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
  kid: z.string(),
  x: z.string(),
  y: z.string(),
})
export type PublicJwk = z.infer<typeof publicJwk>

type KeyRow = {
  kid: string
  public_jwk: unknown
  private_sealed: Buffer
  created_at: Date
  served_until: Date | null
}

/** The keys of access tokens. The private half leaves the database sealed only. */
export type SigningKeys = {
  /** the key that signs now */
  current(): Promise<{ kid: string; key: CryptoKey }>
  /** newest first: the one in use, then those whose tokens may still live */
  published(): Promise<PublicJwk[]>
  /** for verifying our own tokens without a request to ourselves */
  verify: JWTVerifyGetKey
  /** Makes the first key, or a new one when the one in use is older than `maxAgeDays`. */
  renew(maxAgeDays: number): Promise<void>
}

type KeyDeps = { db: Db; sealer: Sealer; now: () => Date; accessTokenSeconds: number }

/** another process may have made a new key */
const CACHE_MS = 10_000
const DAY_MS = 24 * 3600 * 1000
/** clocks differ; and a verifier may have read the list just before */
const MARGIN_MS = 5 * 60 * 1000

async function insertKey(tx: Tx, sealer: Sealer, now: Date): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = crypto.randomUUID()
  const shared = publicJwk.parse({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' })
  const sealed = sealer.seal(JSON.stringify(await exportJWK(privateKey)), kid)
  await tx.query(
    'insert into signing_key (kid, public_jwk, private_sealed, created_at) values ($1, $2, $3, $4)',
    [kid, JSON.stringify(shared), sealed, now],
  )
}

async function openKey(sealer: Sealer, row: KeyRow): Promise<CryptoKey> {
  const key = await importJWK(JSON.parse(sealer.open(row.private_sealed, row.kid)), 'ES256')
  if (key instanceof Uint8Array) throw new Error(`signing key ${row.kid} is no key pair`)
  return key
}

export function makeKeys(deps: KeyDeps): SigningKeys {
  const { db, sealer, now } = deps
  let cache: { at: number; rows: KeyRow[]; key: CryptoKey; verify: JWTVerifyGetKey } | undefined

  async function rows(): Promise<KeyRow[]> {
    const found = await db.query<KeyRow>(
      `select kid, public_jwk, private_sealed, created_at, served_until from signing_key
       where served_until is null or served_until > $1 order by served_until desc nulls first`,
      [now()],
    )
    return found.rows
  }
  async function load() {
    const found = await rows()
    const newest = found[0]
    if (!newest) throw new Error('there is no signing key')
    cache = {
      at: now().getTime(),
      rows: found,
      key: await openKey(sealer, newest),
      verify: createLocalJWKSet({ keys: parse(found) }),
    }
    return { ...cache, newest }
  }
  async function loaded() {
    const newest = cache?.rows[0]
    const fresh = cache !== undefined && now().getTime() - cache.at < CACHE_MS
    return cache && newest && fresh ? { ...cache, newest } : load()
  }
  const parse = (found: KeyRow[]) => found.map((row) => publicJwk.parse(row.public_jwk))

  return {
    async current() {
      const { newest, key } = await loaded()
      return { kid: newest.kid, key }
    },
    published: async () => parse(await rows()),
    async verify(header, token) {
      const known = await loaded()
      const isKnown = known.rows.some((row) => row.kid === header?.kid)
      return (isKnown ? known : await load()).verify(header, token)
    },
    async renew(maxAgeDays) {
      await inTx(db, async (tx) => {
        await lockKey(tx, 'talad.signing-key')
        const at = now()
        const inUse = await tx.query<{ created_at: Date }>(
          'select created_at from signing_key where served_until is null',
        )
        const made = inUse.rows[0]?.created_at
        if (made && at.getTime() - made.getTime() < maxAgeDays * DAY_MS) return
        const end = new Date(at.getTime() + deps.accessTokenSeconds * 1000 + MARGIN_MS)
        await tx.query('update signing_key set served_until = $1 where served_until is null', [end])
        await insertKey(tx, sealer, at)
      })
    },
  }
}
