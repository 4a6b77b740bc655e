import type { Theme } from '@talad/proto/http/campaign/theme'
import type { TextKey } from '../../i18n/index.ts'
import { contrast, ENOUGH, hexOf, nearestReadable, type Rgb } from './contrast.ts'

export type ColourName = Exclude<keyof Theme, 'cover'>

/** The colours of a theme: what is written on what. */
export const colourGroups = [
  {
    title: 'theme.primary',
    content: 'primaryContent',
    grounds: ['primaryColor', 'primaryFocus'],
  },
  {
    title: 'theme.secondary',
    content: 'secondaryContent',
    grounds: ['secondaryColor', 'secondaryFocus'],
  },
  { title: 'theme.accent', content: 'accentContent', grounds: ['accentColor'] },
] as const satisfies readonly { title: TextKey; content: ColourName; grounds: readonly ColourName[] }[]

/** Of a button: as it is, what is written on it, while it is pressed. */
export const colourTexts = {
  primaryColor: 'theme.ground',
  primaryContent: 'theme.content',
  primaryFocus: 'theme.focus',
  secondaryColor: 'theme.ground',
  secondaryContent: 'theme.content',
  secondaryFocus: 'theme.focus',
  accentColor: 'theme.ground',
  accentContent: 'theme.content',
} as const satisfies Record<ColourName, TextKey>

let brush: CanvasRenderingContext2D | null = null

/** What a browser shows of a CSS colour on white; undefined for what is none. */
export function rgbOf(colour: string): Rgb | undefined {
  if (!CSS.supports('color', colour)) return undefined
  brush ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }) as typeof brush
  if (!brush) return undefined
  for (const fill of ['#fff', colour]) {
    brush.fillStyle = fill
    brush.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

export type PairCheck = { ground: ColourName; content: ColourName; ratio: number; better: string | undefined }

/** CA-8: each pair of colours that is there: how well it can be read, and what would be read where it can't. */
export function checkPairs(colours: Readonly<Partial<Record<ColourName, string>>>): PairCheck[] {
  return colourGroups.flatMap(({ content, grounds }) =>
    grounds.flatMap((ground): PairCheck[] => {
      const [text, below] = [colours[content], colours[ground]].map((one) => one && rgbOf(one))
      if (!text || !below) return []
      const ratio = contrast(text, below)
      const better = ratio < ENOUGH ? hexOf(nearestReadable(text, below)) : undefined
      return [{ ground, content, ratio, better }]
    }),
  )
}
