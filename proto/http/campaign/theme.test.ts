import { expect, test } from 'vitest'
import { isCssColour } from './theme.ts'

test('CA-8 a colour of a theme is a colour of CSS and nothing else', () => {
  const good = [
    '#fff',
    '#12345678',
    'Teal',
    'rgb(1, 2, 3)',
    'rgba(1,2,3,.5)',
    'hsl(120deg 50% 50% / 0.5)',
    'oklch(0.7 0.1 120)',
  ]
  const bad = [
    '',
    '#ff',
    '#ggg',
    'url(x)',
    'rgb(1,2)',
    'red;}',
    'var(--x)',
    'rgb(1 2 3',
    'expression(1)',
    'rgb(1,2,3,4,5)',
  ]
  expect(good.filter((text) => !isCssColour(text))).toEqual([])
  expect(bad.filter(isCssColour)).toEqual([])
})
