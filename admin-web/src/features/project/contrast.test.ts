import { expect, test } from 'vitest'
import { contrast, ENOUGH, hexOf, nearestReadable, type Rgb } from './contrast.ts'

test('contrast is measured as WCAG measures it', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
  expect(contrast([255, 255, 255], [255, 255, 255])).toBe(1)
  expect(contrast([0x77, 0x77, 0x77], [255, 255, 255])).toBeCloseTo(4.48, 2)
})

test('CA-8 the colour that is named instead can be read on any ground, and keeps as much of the hue as it can', () => {
  const steps = [0, 85, 170, 255]
  const all = steps.flatMap((r) => steps.flatMap((g) => steps.map((b): Rgb => [r, g, b])))
  for (const ground of all)
    for (const text of all)
      if (contrast(nearestReadable(text, ground), ground) < ENOUGH)
        throw new Error(`${hexOf(text)} on ${hexOf(ground)}`)
  expect(hexOf(nearestReadable([0x77, 0x77, 0x77], [255, 255, 255]))).toBe('#767676')
  expect(hexOf(nearestReadable([255, 255, 255], [0xf7, 0xb7, 0x31]))).not.toBe('#ffffff')
})

test('CA-8 a colour that can be read stays as it is', () => {
  expect(nearestReadable([0, 0, 0], [255, 255, 255])).toEqual([0, 0, 0])
})
