/**
 * A thread of its own for drawing share pictures, so that nobody's request waits for it. It gets a card and the bytes of
 * its pictures, which are ours (webp, made by the asset indexer), and answers with a JPEG.
 */
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import sharp, { type OverlayOptions } from 'sharp'
import type { Card } from './card.ts'
import { drawing, FACES, type Face, HEIGHT, PICTURE, pattern, svgText, WIDTH } from './drawing.ts'

export type Job = { id: number; card: Card; pictures: Uint8Array[] }
export type Done = { id: number; jpeg: Uint8Array } | { id: number; error: string }

const MAX_PIXELS = 4_000_000
const QUALITY = 88

sharp.cache(false)
sharp.concurrency(1)

const packages = createRequire(import.meta.url)
const font = {
  loadSystemFonts: false,
  defaultFontFamily: FACES.text,
  fontFiles: ['anuphan/600SemiBold/Anuphan_600SemiBold.ttf', 'chonburi/Chonburi_400Regular.ttf'].map((file) =>
    packages.resolve(`@expo-google-fonts/${file}`),
  ),
}

const MEASURED = 100
const widths = new Map<string, number>()

function inkWidth(text: string, face: Face): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text xml:space="preserve" y="140" font-family="${FACES[face]}" font-weight="${face === 'title' ? 400 : 600}" font-size="${MEASURED}">${svgText(text)}</text></svg>`
  return new Resvg(svg, { font }).getBBox()?.width ?? 0
}

/** How far a text goes on: between two bars, as spaces at its ends leave no ink. */
function measure(text: string, face: Face): number {
  const key = `${face} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (widths.size > 2_000) widths.clear()
  const width = (inkWidth(`|${text}|`, face) - inkWidth('||', face)) / MEASURED
  widths.set(key, width)
  return width
}

function rendered(svg: string): Buffer {
  return new Resvg(svg, { font }).render().asPng()
}

/** Only what the asset indexer makes is decoded at all. */
function isWebp(bytes: Uint8Array): boolean {
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))
  return text(0) === 'RIFF' && text(8) === 'WEBP'
}

/** A picture that can't be read is no reason for an empty square. */
async function tile(bytes: Uint8Array | undefined, size: number): Promise<Buffer> {
  const drawn = () => sharp(rendered(pattern())).resize(size, size).png().toBuffer()
  if (!bytes || !isWebp(bytes)) return drawn()
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize(size, size, { fit: 'cover' })
    .flatten({ background: '#f7f6f1' })
    .png({ compressionLevel: 0 })
    .toBuffer()
    .catch(drawn)
}

async function tiles(pictures: readonly Uint8Array[]): Promise<OverlayOptions[]> {
  if (pictures.length < 4) return [{ input: await tile(pictures[0], PICTURE), left: 0, top: 0 }]
  const half = PICTURE / 2
  return Promise.all(
    pictures.slice(0, 4).map(async (bytes, index) => ({
      input: await tile(bytes, half),
      left: (index % 2) * half,
      top: index < 2 ? 0 : half,
    })),
  )
}

async function draw({ card, pictures }: Job): Promise<Uint8Array> {
  const words = rendered(drawing(card, measure))
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#0d5f4c' } })
    .composite([...(await tiles(pictures)), { input: words }])
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

parentPort?.on('message', (job: Job) => {
  draw(job).then(
    (jpeg) => parentPort?.postMessage({ id: job.id, jpeg } satisfies Done),
    (error: unknown) => parentPort?.postMessage({ id: job.id, error: String(error) } satisfies Done),
  )
})
