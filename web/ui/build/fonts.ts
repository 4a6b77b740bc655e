import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
/**
 * What Thai and English are written in besides Thai letters: the faces' Latin files also have the letters of some forty
 * other languages, which is half of their weight. `../src/styles/fonts.css` has these characters as its ranges.
 */
const BASIC = `${range(0x20, 0x7e)}\u00a0«»·×–—‘’“”•…\u2060−`
const THAI = `${range(0x0e01, 0x0e5b)}\u200c\u200d\u25cc`
/** The thinnest and the boldest that a style asks for. */
const axes = { wght: { min: 400, max: 700 } }

const faces = {
  'anuphan-basic': {
    from: '@fontsource-variable/anuphan/files/anuphan-latin-wght-normal.woff2',
    characters: BASIC,
    axes,
  },
  'anuphan-thai': {
    from: '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2',
    characters: THAI,
    axes,
  },
  'chonburi-basic': {
    from: '@fontsource/chonburi/files/chonburi-latin-400-normal.woff2',
    characters: BASIC,
    axes: {},
  },
}

/** Where the style sheet finds them. */
const folder = join(import.meta.dirname, '../.fonts')
const require = createRequire(import.meta.url)

const timeOf = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0

/** Makes the faces that are missing, or older than this file or the file that they are taken from. */
export async function makeFonts(): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, { from, characters, axes }] of Object.entries(faces)) {
    const path = join(folder, `${name}.woff2`)
    const whole = require.resolve(from)
    if ((await timeOf(path)) > Math.max(await timeOf(whole), await timeOf(import.meta.filename))) continue
    const options = { targetFormat: 'woff2', variationAxes: axes } as const
    const small = await subsetFont(await readFile(whole), characters, options)
    // several builds may be under way
    await writeFile(`${path}.${process.pid}`, small)
    await rename(`${path}.${process.pid}`, path)
  }
}
