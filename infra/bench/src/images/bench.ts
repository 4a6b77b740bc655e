import { createPictureMaker } from '@talad/shared/media/pictures'
import sharp from 'sharp'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, repeat } from '../measure.ts'

/** Edges of the pictures that come, in pixels: a thumbnail, what most collections have, a photograph. */
const EDGES = [500, 1_500, 4_000]
const MADE = [360, 800]
const QUALITY = 90
const ROUND_MS = 4_000
const ROUNDS = 3
const BAR = 0.9
/** the service has 20 s; a busy machine is no reason to end the bench */
const PATIENCE_MS = 120_000

/** Noise over a slope: it packs neither too well nor not at all, as paintings do. */
async function pictureOf(edge: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  return sharp({ create: { width: edge, height: edge, channels: 3, background: '#208040', noise } })
    .blur(3)
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** The same two pictures, without anything around it. */
async function plain(source: Buffer): Promise<void> {
  for (const size of MADE)
    await sharp(source)
      .autoOrient()
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer()
}

async function run({ folder, scale }: Context): Promise<Line[]> {
  const maker = createPictureMaker({ dir: folder, timeoutMs: PATIENCE_MS })
  sharp.cache(false)
  sharp.concurrency(1)
  const lines: Line[] = []
  try {
    for (const edge of EDGES) {
      const source = await pictureOf(edge)
      await maker.make(source)
      const about = { workers: 1, ms: ROUND_MS * scale }
      const seen = await inTurns(ROUNDS, {
        ours: () => repeat(about, () => maker.make(source)),
        plain: () => repeat(about, () => plain(source)),
      })
      const ours = seen.ours.perSecond
      const yardstick = { what: 'plain sharp, both pictures', figure: seen.plain.perSecond }
      const reached = ours >= BAR * yardstick.figure
      const what = `pictures of ${edge} × ${edge} made into two, hashed and kept by the worker process`
      lines.push({ what, ours, unit: 'pictures/s', yardstick, bar: { says: `at least ${BAR}`, reached } })
    }
  } finally {
    await maker.close()
  }
  return lines
}

export const imagesBench: Bench = {
  name: 'images',
  bar: 'P7',
  title:
    'Pictures of three sizes through the sandboxed worker of the index, beside plain sharp in one thread.',
  run,
}
