import { z } from 'zod'

const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'must be # and 6 lower-case hex characters')

const colours = z.strictObject({
  base: colour.describe('ground of cards and windows'),
  primary: colour.describe('what can be done: links, buttons'),
  accent: colour.describe('what is for sale: prices'),
  background: colour.describe('ground of the page'),
})
export type ThemeColours = z.infer<typeof colours>

/** A§3 themes: what a site chooses; all other colours are derived of it. */
export const siteTheme = z.strictObject({
  light: colours.describe('by day'),
  dark: colours.describe('by night'),
})
export type SiteTheme = z.infer<typeof siteTheme>
export const lights = ['light', 'dark'] as const
export type Light = (typeof lights)[number]
export const themeFields = ['background', 'base', 'primary', 'accent'] as const
export type ThemeField = (typeof themeFields)[number]
