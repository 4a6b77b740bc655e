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
  wcagContrast,
} from 'culori/fn'
import type { Light } from './theme.ts'

useMode(modeRgb)
useMode(modeLrgb)
useMode(modeOklab)
const toOklch = useMode(modeOklch)

/** WCAG AA: what is written, and what only has to be seen. */
export const TEXT = 4.5
export const BOUND = 3

export const contrast = (one: string, other: string): number => wcagContrast(one, other)

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
