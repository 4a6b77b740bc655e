import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { picture } from '@talad/demo/picture'
import { distanceOf, NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import { createPictureMaker, type PictureMaker } from '@talad/shared/media/pictures'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SIZE = 400
const SHOWN = { betta: 12, lantern: 12, ticket: 8 } as const

let dir: string
let maker: PictureMaker
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'talad-copies-'))
  maker = createPictureMaker({ dir })
})
afterAll(async () => {
  await maker.close()
  await rm(dir, { recursive: true, force: true })
})

const STAMP = `<svg width="130" height="30"><rect width="130" height="30" fill="white" opacity="0.6"/>
  <text x="6" y="21" font-size="18">copy #1</text></svg>`
/** What people do to a picture that isn't theirs. */
const ways: Record<string, (picture: Sharp) => Sharp> = {
  compressed: (one) => one.jpeg({ quality: 40 }),
  small: (one) => one.resize(160).png(),
  brighter: (one) => one.modulate({ brightness: 1.15 }).png(),
  tinted: (one) => one.modulate({ hue: 25, saturation: 0.8 }).webp(),
  grey: (one) => one.greyscale().png(),
  cut: (one) => one.extract({ left: 6, top: 6, width: SIZE - 12, height: SIZE - 12 }).png(),
  stamped: (one) => one.composite([{ input: Buffer.from(STAMP), gravity: 'southeast' }]).png(),
}

const hashOf = async (bytes: Buffer) => (await maker.make(bytes)).hash

test('MO-15 of copies at least 95% are near to what they copy, of pictures of other collections at most 1%', async () => {
  const all: { of: string; bytes: Buffer; hash: string }[] = []
  for (const of of ['betta', 'lantern', 'ticket'] as const)
    for (let token = 1; token <= SHOWN[of]; token += 1) {
      const bytes = await sharp(Buffer.from(picture(of, token)), { density: 40 })
        .resize(SIZE, SIZE)
        .png()
        .toBuffer()
      all.push({ of, bytes, hash: await hashOf(bytes) })
    }
  const copies: number[] = []
  for (const { bytes, hash } of all)
    for (const way of Object.values(ways))
      copies.push(distanceOf(hash, await hashOf(await way(sharp(bytes)).toBuffer())))
  const others = all.flatMap((one) =>
    all.filter(({ of }) => of > one.of).map(({ hash }) => distanceOf(one.hash, hash)),
  )
  const near = (distances: number[]) =>
    distances.filter((one) => one <= NEAR_PICTURES).length / distances.length
  expect(copies).toHaveLength(7 * 32)
  expect(near(copies)).toBeGreaterThanOrEqual(0.95)
  expect(near(others)).toBeLessThanOrEqual(0.01)
})

test('MO-15 a plain picture has no hash: it would be near to every other plain one', async () => {
  const plain = sharp({ create: { width: 90, height: 90, channels: 3, background: '#336699' } })
  expect(await hashOf(await plain.png().toBuffer())).toBe('')
})
