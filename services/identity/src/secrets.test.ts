import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSecret, newSecret } from './secrets.ts'

test('a secret is 32 bytes that nothing tells of the one before, and only its hash is kept (ASVS 6.5.3, 7.2.3)', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret).map((secret) => Buffer.from(secret, 'base64url'))
  expect(new Set(secrets.map((bytes) => bytes.length))).toEqual(new Set([32]))
  // each place has had about every value: no part of a secret is fixed or counted up
  for (let place = 0; place < 32; place += 1)
    expect(new Set(secrets.map((bytes) => bytes[place])).size).toBeGreaterThan(200)
  const secret = newSecret()
  expect(hashSecret(secret)).toEqual(createHash('sha256').update(secret).digest())
})
