import { expect, test } from 'vitest'
import { isCssColour, theme } from './theme.ts'

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

test('CA-8 a cover is an address that neither CSS nor HTML takes for anything else', () => {
  const { cover } = theme.shape
  expect(cover.safeParse('https://media.example/a/b.webp?w=800').success).toBe(true)
  const bad = [
    "https://m.example/a'),url('x",
    'https://m.example/"><img src=x>',
    'https:\\\\m.example\\x',
    'https://a@m.example/',
    'http://m.example/',
    'https://',
    'no address',
  ]
  expect(bad.filter((text) => cover.safeParse(text).success)).toEqual([])
})
