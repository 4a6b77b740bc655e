import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPictureMaker, mediaPath, type PictureMaker } from '../src/media/pictures.ts'

let dir: string
let maker: PictureMaker

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'talad-media-'))
  maker = createPictureMaker({ dir })
})
afterAll(async () => {
  await maker.close()
  await rm(dir, { recursive: true, force: true })
})

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

async function sizeOf(file: string) {
  const { format, width, height } = await sharp(await readFile(mediaPath(dir, file))).metadata()
  return { format, width, height }
}

test.each(['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const)(
  'AI-20 makes webp pictures of %s',
  async (format) => {
    const made = await maker.make(await blank(1_000, 500).toFormat(format).toBuffer())
    expect(made.mime).toBe(`image/${format}`)
    expect(await sizeOf(made.r360)).toEqual({ format: 'webp', width: 360, height: 180 })
    expect(await sizeOf(made.r800)).toEqual({ format: 'webp', width: 800, height: 400 })
  },
)

test('AI-20 never enlarges', async () => {
  const made = await maker.make(await blank(100, 50).png().toBuffer())
  expect(await sizeOf(made.r800)).toMatchObject({ width: 100, height: 50 })
})

test('AI-20 rasterises svg, whatever size it claims, and its scripts and references do nothing', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">
    <script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/>
    <rect width="40" height="40" fill="red"/></svg>`
  const made = await maker.make(Buffer.from(svg))
  expect(made.mime).toBe('image/svg+xml')
  expect(await sizeOf(made.r800)).toEqual({ format: 'webp', width: 800, height: 800 })
})

test('AI-20 equal pictures are one file, named by content', async () => {
  const source = await blank(10, 10).png().toBuffer()
  expect(await maker.make(source)).toEqual(await maker.make(source))
})

test.each([
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['a pdf', Buffer.from('%PDF-1.4\n')],
  ['a broken png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
])('AI-20 refuses %s', async (_what, bytes) => {
  await expect(maker.make(bytes)).rejects.toMatchObject({ name: 'PictureRefused' })
})

test('AI-20 refuses a picture of too many pixels before decoding it', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'
  await expect(maker.make(Buffer.from(svg))).rejects.toMatchObject({ name: 'PictureRefused' })
})

test('AI-20 a worker that takes too long is killed, and the next picture gets a new one', async () => {
  const impatient = createPictureMaker({ dir, timeoutMs: 1 })
  await expect(impatient.make(await blank(2_000, 2_000).png().toBuffer())).rejects.toThrow('too long')
  await impatient.close()
  const greedy = createPictureMaker({ dir, maxMemoryBytes: 1 })
  await expect(greedy.make(await blank(6_000, 6_000).png().toBuffer())).rejects.toThrow('too much memory')
  await greedy.close()
  expect((await maker.make(await blank(10, 10).png().toBuffer())).mime).toBe('image/png')
})

test('AI-20 AI-1 a drawing that shows nothing, as one that is a page of HTML, is no picture, and the reason says so', async () => {
  const html =
    '<foreignObject width="40" height="40"><p xmlns="http://www.w3.org/1999/xhtml">Hello</p></foreignObject>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${html}</svg>`
  await expect(maker.make(Buffer.from(svg))).rejects.toThrow('the drawing shows nothing')
})

const clouds = '<rect filter="url(#f)" width="400" height="400"/>'.repeat(200)
const turbulence = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="9"/></filter>${clouds}</svg>`,
)

test('AI-20 a picture that is slow to draw keeps no other waiting, and is given up in its time', async () => {
  const both = createPictureMaker({ dir, workers: 2, timeoutMs: 4_000 })
  const quick = await blank(10, 10).png().toBuffer()
  const ends: string[] = []
  const slow = both.make(turbulence).catch((error: Error) => ends.push(error.message))
  await both.make(quick).then(() => ends.push('quick'))
  await both.make(quick).then(() => ends.push('quick'))
  await slow
  expect(ends).toEqual(['quick', 'quick', 'the picture took too long'])
  await both.close()
})

test('nothing is left in the working folder', async () => {
  expect(await readdir(join(dir, 'making'))).toEqual([])
})
