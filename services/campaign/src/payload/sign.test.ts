import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { payload } from '@talad/proto/http/campaign/payload/modules'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { effectivePayload } from './effective.ts'
import { makePayloadSigner } from './sign.ts'

const file = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), x: z.string(), y: z.string() })),
  vectors: z.array(
    z.object({
      title: z.string(),
      levels: z.array(payload),
      names: z.record(z.string(), z.string()),
      token: z.object({ id: z.string(), standard: z.enum(['erc721', 'erc1155', 'virtual']) }).optional(),
      payload: z.unknown(),
      bytes: z.base64(),
      hash: z.string(),
      subject: z.string(),
      iat: z.int(),
      signature: z.string(),
    }),
  ),
})
const { keys, vectors } = file.parse(
  JSON.parse(await readFile(new URL('../../test/vectors/payload.json', import.meta.url), 'utf8')),
)

/** RFC 8785 as a reader of it would write it down, of values that are known to be fine. */
function naive(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(naive).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${naive(inner)}`).join(',')}}`
}

/** What a stranger does who has the payload, of what it shall be, the signature and the JWKS, with nothing of ours. */
function isSigned(
  given: unknown,
  subject: string,
  signature: string,
  jwks: readonly ({ kid: string } & object)[],
) {
  const [header = '', nothing, signed = ''] = signature.split('.')
  const { alg, kid, sub } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = jwks.find((one) => one.kid === kid)
  if (alg !== 'ES256' || nothing !== '' || !key || sub !== subject) return false
  const input = `${header}.${Buffer.from(naive(given)).toString('base64url')}`
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
  const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', Buffer.from(input), how, Buffer.from(signed, 'base64url'))
}

const headerOf = (signature: string) =>
  JSON.parse(Buffer.from(signature.split('.')[0] ?? '', 'base64url').toString())

test.for(vectors)('CA-59 CA-61 CA-62 $title: the vector is made and verified', async (vector) => {
  const { levels, names, token, hash, subject, iat, signature } = vector
  const made = effectivePayload(levels, names, token && { ...token, id: BigInt(token.id) })
  expect(JSON.parse(JSON.stringify(made))).toEqual(vector.payload)
  expect(Buffer.from(naive(vector.payload)).toString('base64')).toBe(vector.bytes)
  expect(createHash('sha256').update(Buffer.from(vector.bytes, 'base64')).digest('hex')).toBe(hash)
  expect(isSigned(vector.payload, subject, signature, keys)).toBe(true)
  expect(isSigned({ ...made, name: 'another' }, subject, signature, keys)).toBe(false)
  expect(isSigned(vector.payload, 'vitem:another', signature, keys)).toBe(false)
  expect(headerOf(signature)).toMatchObject({ sub: subject, iat })
  const [head = '', nothing, signed] = signature.split('.')
  const forged = Buffer.from(JSON.stringify({ ...headerOf(head), sub: 'vitem:another' })).toString(
    'base64url',
  )
  expect(isSigned(vector.payload, 'vitem:another', [forged, nothing, signed].join('.'), keys)).toBe(false)
})

test('CA-57 the first key signs, and what an older one signed is verified as long as it is published', async () => {
  const [older, newer] = ['11'.repeat(32), '22'.repeat(32)] as const
  const before = makePayloadSigner([older])
  const after = makePayloadSigner([newer, older])
  const about = { subject: 'vitem:lantern', at: new Date() }
  const { payload: given, signature } = await before.sign({ version: '3.0', name: 'Lantern' }, about)
  expect(isSigned(given, about.subject, signature, after.published)).toBe(true)
  const signed = await after.sign({ version: '3.0', name: 'Lantern' }, about)
  expect(isSigned(signed.payload, about.subject, signed.signature, before.published)).toBe(false)
  expect(isSigned(signed.payload, about.subject, signed.signature, after.published)).toBe(true)
  expect(JSON.stringify(after.published)).not.toContain('"d"')
  expect(() => makePayloadSigner([])).toThrow()
  expect(() => makePayloadSigner(['00'.repeat(32)])).toThrow()
})
