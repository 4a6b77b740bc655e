import {
  clampChroma,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
} from 'culori/fn'
import type { Light } from './theme.ts'

useMode(modeRgb)
useMode(modeLrgb)
useMode(modeOklab)
const toOklch = useMode(modeOklch)

/** WCAG AA: what is written, and what only has to be seen. */
export const TEXT = 4.5
export const BOUND = 3

/** Light of each value of a part of a colour, as WCAG 2 measures it. */
const LIGHT = Array.from({ length: 256 }, (_, part) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

function luminance(hex: string): number {
  const bits = Number.parseInt(hex.slice(1), 16)
  const part = (shift: number) => LIGHT[(bits >> shift) & 0xff] ?? 0
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
}

/** How well one colour is told from another, 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export const lch = (hex: string): Oklch => toOklch(hex) ?? { mode: 'oklch', l: 0, c: 0 }
const hexOf = (colour: Oklch): string => formatHex(clampChroma(colour, 'oklch')) ?? '#000000'
export const at = (colour: Oklch, l: number, c = colour.c): string =>
  hexOf({ ...colour, l: Math.min(1, Math.max(0, l)), c })

const STEPS = 9
/** The nearest lightness on the way from one to another for which a colour is good; undefined: not even the last is. */
export function nearest(
  from: number,
  to: number,
  make: (l: number) => string,
  good: (hex: string) => boolean,
) {
  if (good(make(from))) return make(from)
  if (!good(make(to))) return undefined
  let [bad, fine] = [from, to]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (bad + fine) / 2
    if (good(make(middle))) fine = middle
    else bad = middle
  }
  return make(fine)
}

export const differs = (hex: string, grounds: readonly string[], least: number) =>
  grounds.every((ground) => contrast(hex, ground) >= least)

/** What is written on grounds: as wanted where that can be read, else nearer to black or white. */
export const written = (wanted: Oklch, grounds: readonly string[], light: Light) =>
  nearest(
    wanted.l,
    light === 'light' ? 0 : 1,
    (l) => at(wanted, l),
    (hex) => differs(hex, grounds, TEXT),
  ) ?? (light === 'light' ? '#000000' : '#ffffff')

/** A ground with so much of a colour in it as leaves readable what is written on it. */
export function wash(ground: string, colour: string, most: number, on: readonly string[]): string {
  const mix = interpolate([ground, colour], 'oklab')
  const make = (share: number) => formatHex(mix(share))
  return nearest(most, 0, make, (hex) => on.every((one) => contrast(one, hex) >= TEXT)) ?? ground
}

/** Dark or white, whichever is read better; dark with a little of the colour where that is enough. */
export function onColour(hex: string): string {
  const own = lch(hex)
  const tinted = at(own, 0.22, Math.min(own.c, 0.05))
  if (contrast(tinted, hex) >= TEXT) return tinted
  return contrast('#ffffff', hex) >= contrast('#000000', hex) ? '#ffffff' : '#000000'
}
