/**
 * A process of its own for image decoders, which are attack surface (AI-20): it gets a file and gives two, knows no
 * secret, and is killed when it takes too long or too much memory.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { HASHED_SIZE, perceptualHash } from '@talad/proto/perceptual-hash'
import sharp from 'sharp'
import { z } from 'zod'

const job = z.object({ id: z.number(), input: z.string(), r360: z.string(), r800: z.string() })

const MAX_PIXELS = 40_000_000
const QUALITY = 90
const SVG_DPI = 72

const MIME: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heif: 'image/avif',
  tiff: 'image/tiff',
  gif: 'image/gif',
  svg: 'image/svg+xml',
}

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
})

/** What is told of a picture that we don't take. */
class Refused extends Error {}

async function densityFor(bytes: Buffer, format: string): Promise<number> {
  if (format !== 'svg') return SVG_DPI
  const { width, height } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  // a drawing has no size of its own: it is rasterised for the larger picture
  return Math.min(2_400, Math.max(1, Math.round((SVG_DPI * 800) / Math.max(width, height, 1))))
}

/** MO-15: what it looks like, transparent parts as on white. */
async function hashOf(file: string): Promise<string> {
  const { width, height } = HASHED_SIZE
  const grey = await sharp(file)
    .flatten({ background: '#ffffff' })
    .resize({ width, height, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
  return perceptualHash(grey)
}

/** A drawing of what no rasteriser draws, as a page of HTML, leaves nothing to see. */
async function isEmpty(file: string): Promise<boolean> {
  const { channels } = await sharp(file).ensureAlpha().stats()
  return channels[3]?.max === 0
}

async function make({ input, r360, r800 }: z.infer<typeof job>): Promise<{ mime: string; hash: string }> {
  const bytes = await readFile(input)
  const { format, compression } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  const mime = MIME[format]
  if (mime === undefined || (format === 'heif' && compression !== 'av1'))
    throw new Refused('image type is not supported')
  const density = await densityFor(bytes, format)
  const files = { 360: r360, 800: r800 }
  for (const size of [360, 800] as const) {
    // AI-20: the first frame of a gif is what sharp reads by itself
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, density, failOn: 'error' })
      .autoOrient()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
    await writeFile(files[size], await image.toBuffer())
  }
  if (format === 'svg' && (await isEmpty(r360))) throw new Refused('the drawing shows nothing')
  return { mime, hash: await hashOf(r360) }
}

process.on('message', (message) => {
  const asked = job.parse(message)
  make(asked).then(
    (made) => process.send?.({ id: asked.id, ...made }),
    (error: unknown) => {
      // what the decoder says names its own insides, and everybody can read it
      const text = error instanceof Refused ? error.message : 'image can not be decoded'
      process.send?.({ id: asked.id, error: text })
    },
  )
})
process.on('disconnect', () => process.exit(0))
