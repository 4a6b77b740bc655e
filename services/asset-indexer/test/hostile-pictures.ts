import { crc32, deflateSync } from 'node:zlib'
import { type Random, randomFrom } from '@talad/demo/random'
import sharp from 'sharp'

/** A file that somebody gave us for a picture. */
export type Hostile = { what: string; bytes: Buffer }

const text = (what: string, content: string): Hostile => ({ what, bytes: Buffer.from(content) })

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** A PNG of one bit a pixel, all black; with chunks of one's own before its pixels, or pixels that don't fill it. */
function png(size: number, { extra = [], rows = size }: { extra?: Buffer[]; rows?: number } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(size / 8))))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** 200 MB that fit into 200 kB. */
const bomb = deflateSync(Buffer.alloc(200_000_000))
const named = (name: string, ...rest: Buffer[]) =>
  Buffer.concat([Buffer.from(`${name}\0\0`, 'latin1'), ...rest])

const svg = (inside: string, about = 'width="40" height="40"', before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${about}>${inside}</svg>`

/** Each level draws the one before it ten times. */
function laughs(levels: number): string {
  const uses = (n: number) => `<use xlink:href="#l${n}"/>`.repeat(10)
  const groups = Array.from({ length: levels }, (_, n) => `<g id="l${n + 1}">${uses(n)}</g>`)
  return `<defs><rect id="l0" width="9" height="9"/>${groups.join('')}</defs><use xlink:href="#l${levels}"/>`
}
const entities = `<!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from(
  { length: 12 },
  (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`,
).join('')}]>`

const drawings: Hostile[] = [
  text('svg: a thousand million laughs of entities', svg('<text>&a12;</text>', undefined, entities)),
  text('svg: a thousand million laughs of uses', svg(laughs(9))),
  text('svg: a use of itself', svg('<g id="a"><use xlink:href="#a"/></g>')),
  text(
    'svg: two uses of each other',
    svg('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'),
  ),
  text(
    'svg: a pattern of itself',
    svg(
      '<pattern id="p" width="1" height="1"><rect fill="url(#p)" width="9" height="9"/></pattern><rect fill="url(#p)" width="40" height="40"/>',
    ),
  ),
  text('svg: groups a hundred thousand deep', svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000))),
  text(
    'svg: a blur without end',
    svg(
      '<filter id="f" x="-9e4" y="-9e4" width="1e6" height="1e6"><feGaussianBlur stdDeviation="1e9"/></filter><rect filter="url(#f)" width="40" height="40"/>',
    ),
  ),
  text(
    'svg: turbulence of a thousand octaves',
    svg(
      '<filter id="f"><feTurbulence baseFrequency="9" numOctaves="100000"/></filter><rect filter="url(#f)" width="40" height="40"/>',
    ),
  ),
  text(
    'svg: a morphology as large as the world',
    svg(
      '<filter id="f"><feMorphology operator="dilate" radius="100000"/></filter><rect filter="url(#f)" width="40" height="40"/>',
    ),
  ),
  text('svg: a hundred thousand wide', svg('<rect width="9" height="9"/>', 'width="100000" height="100000"')),
  text('svg: as wide as numbers go', svg('<rect width="9" height="9"/>', 'width="1e308" height="1e308"')),
  text('svg: a size that is none', svg('', 'width="NaN" height="-1"')),
  text('svg: nothing in it, and no size', svg('', 'viewBox="0 0 0 0"')),
  text(
    'svg: a file of ours',
    svg('<text>&x;</text>', undefined, '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  ),
  text('svg: another server', svg('<image xlink:href="http://127.0.0.1:1/x.png" width="40" height="40"/>')),
  text('svg: a style from elsewhere', svg('<style>@import url(http://127.0.0.1:1/x.css);</style>')),
  text('svg: a script', svg('<rect width="10" height="10"/><script>while(true){}</script>')),
  text(
    'svg: a page in it',
    svg('<foreignObject width="40" height="40"><iframe src="file:///etc/passwd"/></foreignObject>'),
  ),
  text('svg: a path of a million points', svg(`<path d="M0 0${'L9 9 1 1'.repeat(500_000)}"/>`)),
  text('svg: dashes without number', svg('<path d="M0 0L40 40" stroke="red" stroke-dasharray="0.0000001"/>')),
  text('svg: in a coding of its own', `<?xml version="1.0" encoding="UTF-7"?>${svg('+ADw-script+AD4-')}`),
  text('svg: cut off', svg('<rect width="9"').slice(0, -12)),
]

const rasters: Hostile[] = [
  { what: 'png: says it is fifty thousand wide', bytes: png(50_000, { rows: 1 }) },
  { what: 'png: is twenty thousand wide', bytes: png(20_000) },
  { what: 'png: six thousand wide, a row of pixels', bytes: png(6_000, { rows: 1 }) },
  { what: 'png: a comment of 200 MB', bytes: png(8, { extra: [pngChunk('zTXt', named('Comment', bomb))] }) },
  {
    what: 'png: a colour profile of 200 MB',
    bytes: png(8, { extra: [pngChunk('iCCP', named('icc', bomb))] }),
  },
  {
    what: 'png: a hundred thousand comments',
    bytes: png(8, { extra: Array.from({ length: 100_000 }, () => pngChunk('tEXt', Buffer.from('a\0b'))) }),
  },
  {
    what: 'gif: says it is as wide as a gif can be',
    bytes: Buffer.from('47494638396100ffffff000000' + '2c00000000ffffffff00' + '0802440100' + '3b', 'hex'),
  },
  {
    what: 'gif: fifty thousand frames',
    bytes: Buffer.concat([
      Buffer.from('47494638396101000100800000000000ffffff', 'hex'),
      Buffer.from('2c0000000001000100000202440100'.repeat(50_000), 'hex'),
      Buffer.from('3b', 'hex'),
    ]),
  },
  {
    what: 'tiff: a directory that is its own next',
    bytes: Buffer.from('49492a0008000000' + '0000' + '08000000', 'hex'),
  },
  { what: 'tiff: a directory far behind its end', bytes: Buffer.from('49492a00ffffff7f', 'hex') },
  {
    what: 'webp: a length that is not there',
    bytes: Buffer.from('52494646ffffffff574542505650384cffffffff2fffffffff', 'hex'),
  },
  {
    what: 'avif: boxes of no length',
    bytes: Buffer.concat([
      Buffer.from('0000001c66747970617669660000000061766966', 'hex'),
      Buffer.alloc(4_000),
    ]),
  },
  {
    what: 'jpeg: markers without end',
    bytes: Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(1_000_000, 0xff)]),
  },
  { what: 'a megabyte of nothing', bytes: Buffer.alloc(1_000_000) },
  text('a page that begins as a gif', 'GIF89a<script>alert(1)</script>'),
  text('postscript', '%!PS\n/loop { loop } def loop'),
  text('a document', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'),
  text(
    'a command for another program',
    'push graphic-context\nviewbox 0 0 9 9\nfill \'url(https://127.0.0.1/x"|id")\'\npop graphic-context',
  ),
]

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const

/** Good pictures that were cut off, or of which some bytes are others. */
async function broken(random: Random): Promise<Hostile[]> {
  const noise = { create: { width: 300, height: 200, channels: 3 as const, background: '#336699' } }
  const made: Hostile[] = []
  for (const format of FORMATS) {
    const good = await sharp(noise).toFormat(format).toBuffer()
    for (const part of [0.1, 0.5, 0.95])
      made.push({ what: `${format}: ${part} of it`, bytes: good.subarray(0, Math.ceil(good.length * part)) })
    for (const changes of [1, 20, 200]) {
      const bytes = Buffer.from(good)
      for (let n = 0; n < changes; n++)
        bytes[4 + Math.floor(random() * (bytes.length - 4))] = Math.floor(random() * 256)
      made.push({ what: `${format}: ${changes} bytes of it changed`, bytes })
    }
  }
  return made
}

/** B38 */
export async function hostilePictures(): Promise<Hostile[]> {
  return [...drawings, ...rasters, ...(await broken(randomFrom('hostile pictures')))]
}
