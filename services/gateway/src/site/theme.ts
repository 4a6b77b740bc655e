import { hash } from 'node:crypto'
import type { LookContent } from '@talad/proto/http/gateway/site-document'
import { deriveTheme } from '@talad/proto/site/derive'
import { themeCss } from '@talad/proto/site/palette'
import type { Light } from '@talad/proto/site/theme'
import { Rejection } from '@talad/shared/rejection'
import type { LiveSite } from './live-site.ts'

/** `bars`: of the browser around a page */
export type ThemeFile = { path: string; css: string; bars: Record<Light, string>; ground: string }

/** Made when it is first asked for: of a thousand sites a gateway may show few. */
const made = new WeakMap<LookContent['theme'], ThemeFile>()

/** The colours of a site as a style sheet, under a name that is its content; undefined: the market's own. */
export function themeFileOf({ look }: Pick<LiveSite, 'look'>): ThemeFile | undefined {
  if (!look) return undefined
  const { theme } = look.content
  const known = made.get(theme)
  if (known) return known
  const { palettes } = deriveTheme(theme)
  const css = themeCss(palettes)
  const file = {
    path: `/theme/${hash('sha256', css, 'hex').slice(0, 32)}.css`,
    css,
    bars: { light: palettes.light.awning, dark: palettes.dark.awning },
    ground: palettes.light.paper,
  }
  made.set(theme, file)
  return file
}

/** A theme that nobody could read is not kept. @throws Rejection THEME_UNREADABLE, with the nearest colour that can be */
export function requireReadable({ theme }: LookContent): void {
  const [fault] = deriveTheme(theme).faults
  if (!fault) return
  const { light, field, nearest, contrast, least } = fault
  throw new Rejection('THEME_UNREADABLE', {
    field: `content.theme.${light}.${field}`,
    details: { nearest, contrast: Math.round(contrast * 100) / 100, least },
  })
}
