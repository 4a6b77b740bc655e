import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEDIA_MAX_BYTES, mediaAdminHttp } from '@talad/proto/http/asset-indexer/media-admin'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startUnderTest } from '@talad/shared/testing/under-test'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { service } from '../src/service.ts'

const { path } = mediaAdminHttp.addMedia
let dir: string
let own: Awaited<ReturnType<typeof startUnderTest>>
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'talad-media-'))
  const settings = {
    RPC_URL: 'http://127.0.0.1:1/',
    CHAIN_ID: '3501',
    SEAPORT_ADDRESS: `0x${'f1'.repeat(20)}`,
    MEDIA_DIR: dir,
    COLLECTIONS: '[]',
  }
  // whatever strangers have us draw, what admins send has its own place
  const pictures = { make: () => new Promise<never>(() => undefined), close: async () => undefined }
  own = await startUnderTest(service, inject('postgres'), settings, { pictures })
  await grantPermissions(own.db, 'join-author', ['assessment.write'])
})
afterAll(async () => {
  await own?.close()
  await rm(dir, { recursive: true, force: true })
})

const send = (data: string, jid = 'author') =>
  own.call('POST', path, { as: { sub: `account-${jid}`, jid }, body: { data } })
const picture = async (width: number) => {
  const drawn = sharp({ create: { width, height: 400, channels: 3, background: '#336699' } })
  return (
    await drawn
      .withExif({ IFD0: { Copyright: 'somebody at home' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
}

test('AI-20 a picture of an admin is made anew by the worker, once for the same, and served without what else was in it', async () => {
  const data = await picture(1_600)
  const made = await send(data)
  expect(made).toMatchObject({
    status: 201,
    body: { path: expect.stringMatching(/^\/.*[0-9a-f]{64}\.webp$/) },
  })
  expect(await send(data)).toEqual(made)
  const { path: shown } = made.body as { path: string }
  const served = await fetch(`${own.url}${shown}`)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const bytes = Buffer.from(await served.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 800, height: 200 })
  expect(bytes.includes('somebody at home')).toBe(false)
})

test('AI-20 what is no picture, too large or sent by somebody else is refused, and nothing is kept', async () => {
  expect(await send(Buffer.from('<html>').toString('base64'))).toMatchObject({
    status: 400,
    body: { code: 'picture_refused', field: 'data' },
  })
  expect(await send('not base64!')).toMatchObject({
    status: 400,
    body: { code: 'validation', field: 'data' },
  })
  expect((await send(Buffer.alloc(MEDIA_MAX_BYTES).toString('base64'))).body).toMatchObject({
    code: 'picture_refused', // as large as may be
  })
  for (const size of [MEDIA_MAX_BYTES + 600, MEDIA_MAX_BYTES + 5_000])
    expect((await send(Buffer.alloc(size).toString('base64'))).status).toBe(413)
  expect((await send(await picture(10), 'nobody')).status).toBe(403)
})
