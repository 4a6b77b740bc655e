import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveTheme } from './derive.ts'
import { themeCss, unreadable } from './palette.ts'
import { lights, type SiteTheme, siteTheme } from './theme.ts'

const market: SiteTheme = {
  light: { base: '#ffffff', primary: '#0b5d4a', accent: '#f7b731', background: '#f5f7f4' },
  dark: { base: '#15201b', primary: '#5fd0a8', accent: '#f7b731', background: '#0c1411' },
}

test('takes the market’s own colours as they are', () => {
  const { palettes, faults } = deriveTheme(market)
  expect(faults).toEqual([])
  expect(palettes.light).toMatchObject({
    leaf: '#0b5d4a',
    'on-leaf': '#ffffff',
    paper: '#f5f7f4',
    gold: '#f7b731',
  })
  expect(themeCss(palettes)).toContain('--leaf:light-dark(#0b5d4a,#5fd0a8);')
})

/** Of eight colours each. */
const THEMES = 1_250
const hex = fc.integer({ min: 0, max: 0xffffff }).map((one) => `#${one.toString(16).padStart(6, '0')}`)
const set = fc.record({ base: hex, primary: hex, accent: hex, background: hex })

test('of 10,000 brand colours every pair that our pages use can be read, once a site takes the colours it is told', () => {
  const told = fc.property(fc.record({ light: set, dark: set }), (theme) => {
    const first = deriveTheme(theme)
    for (const light of lights) expect(unreadable(first.palettes[light])).toEqual([])
    const taken = structuredClone(theme)
    for (const { light, field, nearest } of first.faults) taken[light][field] = nearest
    expect(deriveTheme(siteTheme.parse(taken)).faults).toEqual([])
  })
  fc.assert(told, { numRuns: THEMES, seed: 35 })
}, 60_000)
