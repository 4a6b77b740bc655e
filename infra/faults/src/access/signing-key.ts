import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { makeSealer } from '@talad/shared/sealing'
import pg from 'pg'
import { z } from 'zod'
import type { System } from '../system.ts'

const keyRow = z.object({ kid: z.string(), private_sealed: z.instanceof(Buffer) })
const jwkSchema = z.record(z.string(), z.string())

/** The very key with which identity signs. With it a token is wrong in nothing but what is to be tried. */
export type SigningKey = { kid: string; key: KeyObject }

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as identity would make it, of any claims. */
export function signed({ kid, key }: SigningKey, claims: Record<string, unknown>): string {
  const text = `${base64({ alg: 'ES256', kid, typ: 'JWT' })}.${base64(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

export async function signingKey(system: System): Promise<SigningKey> {
  const { env } = system.service('identity')
  const client = new pg.Client(env.DATABASE_URL)
  await client.connect()
  try {
    const found = await client.query('select kid, private_sealed from signing_key where served_until is null')
    const { kid, private_sealed } = keyRow.parse(found.rows[0])
    const sealer = makeSealer(env.PERSONAL_DATA_KEY ?? '', 'identity.signing-key')
    const jwk = jwkSchema.parse(JSON.parse(sealer.open(private_sealed, kid)))
    return { kid, key: createPrivateKey({ key: jwk, format: 'jwk' }) }
  } finally {
    await client.end()
  }
}
