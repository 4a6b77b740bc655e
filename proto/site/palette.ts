import type { Oklch } from 'culori/fn'
import { at, BOUND, contrast, differs, lch, nearest, onColour, TEXT, wash, written } from './colours.ts'
import type { Light, ThemeColours } from './theme.ts'

/** Colours of `tokens.css` that a theme says anew. */
export type Palette = {
  paper: string
  surface: string
  sunken: string
  line: string
  ink: string
  soft: string
  leaf: string
  'leaf-deep': string
  'on-leaf': string
  'leaf-wash': string
  gold: string
  'on-gold': string
  'gold-wash': string
  'on-gold-wash': string
  chili: string
  'chili-wash': string
  awning: string
  'on-awning': string
}
type Token = keyof Palette

/** What is drawn on what by our pages, and how much they have to differ. */
export const pairs: readonly { on: Token; is: Token; least: number }[] = [
  ...(['paper', 'surface', 'sunken'] as const).flatMap((on) =>
    (['ink', 'soft', 'leaf', 'chili'] as const).map((is) => ({ on, is, least: TEXT })),
  ),
  ...(['ink', 'soft', 'leaf'] as const).map((is) => ({ on: 'leaf-wash' as const, is, least: TEXT })),
  { on: 'leaf', is: 'on-leaf', least: TEXT },
  { on: 'leaf-deep', is: 'on-leaf', least: TEXT },
  { on: 'gold', is: 'on-gold', least: TEXT },
  { on: 'gold-wash', is: 'on-gold-wash', least: TEXT },
  { on: 'gold-wash', is: 'ink', least: TEXT },
  { on: 'chili-wash', is: 'chili', least: TEXT },
  { on: 'chili', is: 'surface', least: TEXT },
  { on: 'chili-wash', is: 'ink', least: TEXT },
  { on: 'ink', is: 'paper', least: TEXT },
  { on: 'awning', is: 'on-awning', least: TEXT },
  { on: 'awning', is: 'gold', least: BOUND },
]

const SUNKEN = { light: -0.03, dark: 0.09 }
const LINE = { light: -0.1, dark: 0.15 }
const INK = { light: 0.235, dark: 0.96 }
const SOFT = { light: 0.475, dark: 0.755 }
const DEEP = { light: -0.08, dark: 0.07 }
const CHILI = {
  light: { mode: 'oklch', l: 0.5, c: 0.176, h: 28 },
  dark: { mode: 'oklch', l: 0.78, c: 0.12, h: 26 },
} as const satisfies Record<Light, Oklch>
const WASH = { light: 0.13, dark: 0.2 }

export const sunkenOf = (background: string, light: Light) => {
  const ground = lch(background)
  return at(ground, ground.l + SUNKEN[light])
}
const inkOf = (background: string, light: Light) =>
  at(lch(background), INK[light], Math.min(lch(background).c, 0.02))

/** All colours of one light, of those that were chosen. */
export function paletteOf({ background, base, primary, accent }: ThemeColours, light: Light): Palette {
  const sunken = sunkenOf(background, light)
  const grounds = [background, base, sunken]
  const own = lch(primary)
  const ground = lch(background)
  const ink = inkOf(background, light)
  const soft = written({ ...lch(ink), l: SOFT[light] }, grounds, light)
  const chili = written(CHILI[light], grounds, light)
  const gold = lch(accent)
  const onLeaf = onColour(primary)
  const deep = own.l + DEEP[light]
  const goldWash = wash(base, accent, WASH[light], [ink])
  return {
    paper: background,
    surface: base,
    sunken,
    line: at(ground, ground.l + LINE[light]),
    ink,
    soft,
    leaf: primary,
    'leaf-deep':
      nearest(
        deep,
        own.l,
        (l) => at(own, l),
        (hex) => differs(hex, [onLeaf], TEXT),
      ) ?? primary,
    'on-leaf': onLeaf,
    'leaf-wash': wash(base, primary, WASH[light], [ink, soft, primary]),
    gold: accent,
    'on-gold': onColour(accent),
    'gold-wash': goldWash,
    'on-gold-wash': written(
      { ...gold, l: light === 'light' ? 0.42 : 0.9, c: gold.c * 0.6 },
      [goldWash],
      light,
    ),
    chili,
    'chili-wash': wash(base, chili, WASH[light], [chili, ink]),
    awning: awningOf(primary, accent, light),
    'on-awning': '#ffffff',
  }
}

/** The cloth over each page: primary, so deep that white is read on it and the accent is seen. */
function awningOf(primary: string, accent: string, light: Light): string {
  const own = lch(primary)
  const good = (hex: string) => contrast(hex, '#ffffff') >= TEXT && contrast(hex, accent) >= BOUND
  return nearest(Math.min(own.l, light === 'light' ? 0.42 : 0.32), 0, (l) => at(own, l), good) ?? '#000000'
}

/** Pairs of a palette that can't be read. */
export function unreadable(palette: Palette): { on: Token; is: Token; contrast: number; least: number }[] {
  return pairs
    .map((pair) => ({ ...pair, contrast: contrast(palette[pair.on], palette[pair.is]) }))
    .filter((pair) => pair.contrast < pair.least)
}

/** @returns a style sheet that says the colours of `tokens.css` anew, whichever of both is loaded first */
export function themeCss({ light, dark }: Record<Light, Palette>): string {
  const tokens = Object.keys(light) as Token[]
  const lines = tokens.map((token) => `--${token}:light-dark(${light[token]},${dark[token]})`)
  return `:root:root{${lines.join(';')}}`
}
