import { at, BOUND, contrast, differs, lch, nearest, TEXT } from './colours.ts'
import { type Palette, paletteOf, sunkenOf } from './palette.ts'
import { type Light, type SiteTheme, type ThemeColours, type ThemeField, themeFields } from './theme.ts'

/** What of a choice can't be read, and the nearest colour of the same hue that can. */
export type ThemeFault = {
  light: Light
  field: ThemeField
  colour: string
  nearest: string
  contrast: number
  least: number
}

/** A ground so far from its ink that softer ink, links and faults are told apart on it. */
const GROUND = 9

type Rule = { against: readonly string[]; least: number; to: number }

/** What a chosen colour has to differ from: the ones before it are judged first, and taken as they would pass. */
function ruleOf(field: ThemeField, passed: ThemeColours, light: Light): Rule {
  const lighter = light === 'light' ? 1 : 0
  const ink = light === 'light' ? '#000000' : '#ffffff'
  const { background, base } = passed
  if (field === 'background' || field === 'base') return { against: [ink], least: GROUND, to: lighter }
  if (field === 'primary')
    return { against: [background, base, sunkenOf(background, light)], least: TEXT, to: 1 - lighter }
  return { against: ['#000000'], least: BOUND, to: 1 } // the awning can be as dark as that
}

/**
 * The colours of a theme, of all that our pages draw; where a choice can't be read (WCAG AA), what of it and the nearest
 * colour that can.
 */
export function deriveTheme(theme: SiteTheme): { palettes: Record<Light, Palette>; faults: ThemeFault[] } {
  const faults: ThemeFault[] = []
  const derive = (light: Light): Palette => {
    const passed = { ...theme[light] }
    for (const field of themeFields) {
      const colour = passed[field]
      const { against, least, to } = ruleOf(field, passed, light)
      const own = lch(colour)
      const found = differs(colour, against, least)
        ? colour
        : nearest(
            own.l,
            to,
            (l) => at(own, l),
            (hex) => differs(hex, against, least),
          )
      if (found === colour) continue
      passed[field] = found ?? (to === 1 ? '#ffffff' : '#000000')
      const worst = Math.min(...against.map((one) => contrast(colour, one)))
      faults.push({ light, field, colour, nearest: passed[field], contrast: worst, least })
    }
    return paletteOf(passed, light)
  }
  return { palettes: { light: derive('light'), dark: derive('dark') }, faults }
}
